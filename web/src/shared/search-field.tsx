import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The field's label and placeholder. */
  label: string
  value: string
  onSearch: (search: string) => void
}

const pause = 300 // milliseconds without typing before the search runs

/** Searches as the user types. */
export function SearchField({ label, value, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = () => {
    clearTimeout(timer.current)
    if (typed.trim() !== value) onSearch(typed.trim())
  }
  useEffect(() => setTyped(value), [value]) // on the Back button and on Clear filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait
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
      onKeyDown={(event) => event.key === 'Enter' && search()}
      onBlur={search} // a pending search must not undo navigation by a link
    />
  )
}
