import { vi } from 'vitest'

/** Runs an action as if no time passed after it: timers that it starts never fire. */
export function withoutTime(act: () => void) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  act()
  vi.useRealTimers()
}
