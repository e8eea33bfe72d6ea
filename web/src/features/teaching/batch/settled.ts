import { useDebouncedValue } from '@mantine/hooks'

const pause = 400 // milliseconds

/** What the user has entered, once it has not changed for a moment; undefined until then. */
export function useSettled<T>(value: T | undefined): T | undefined {
  const entered = JSON.stringify(value)
  const [settled] = useDebouncedValue(entered, pause)
  return entered === settled ? value : undefined
}
