import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** What the field is for: its name and its placeholder. */
  label: string
  value: string
  onSearch: (search: string) => void
}

const pause = 300 // milliseconds of no typing before the search runs

/** Searches as one types. */
export function SearchField({ label, value, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = () => {
    clearTimeout(timer.current)
    if (typed.trim() !== value) onSearch(typed.trim())
  }
  useEffect(() => setTyped(value), [value]) // the browser's Back button, Clear filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait
  useEffect(() => {
    if (typed === value) return
    timer.current = setTimeout(search, pause)
    return () => clearTimeout(timer.current)
  }, [typed])

  return (
    <TextInput
      type="search"
      radius="xl"
      {...rest}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={search} // who goes on to a link is not called back by a search that was still waiting
    />
  )
}
