// Parses untyped data, such as the contents of lessons: anything of the wrong form counts as empty.

export const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
export const text = (value: unknown) => (typeof value === 'string' ? value : '')
export const figure = (value: unknown, otherwise = 0) => (typeof value === 'number' ? value : otherwise)
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A wall-clock time as typed; empty for none. */
export function wallTime(value: unknown) {
  const { date, time, timezone } = members(value)
  return { date: text(date), time: text(time), timezone: text(timezone) }
}

export type WallTime = ReturnType<typeof wallTime>
