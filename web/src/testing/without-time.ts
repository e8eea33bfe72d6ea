import { vi } from 'vitest'

/** Does something as if no time passed after it: what it puts off for later never comes. */
export function withoutTime(act: () => void) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  act()
  vi.useRealTimers()
}
