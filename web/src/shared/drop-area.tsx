import { type ReactNode, useState } from 'react'

type Props = {
  /** What is dropped here, for screen readers. */
  label: string
  /** It resets the margin and the minimum width of a fieldset, and shows by `data-over` that a file is over the area. */
  className?: string | undefined
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** An area on which files are dropped. It is a shortcut: a button in it does the same. */
export function DropArea({ label, className, onFiles, children }: Props) {
  const [over, setOver] = useState(false)
  return (
    <fieldset
      aria-label={label}
      className={className}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </fieldset>
  )
}
