/** The value of a `datetime-local` field for an instant, in the viewer's zone; empty for none. */
export function toField(at: string | null | undefined) {
  if (!at) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant in such a field; undefined while it is empty or incomplete. */
export function fromField(value: string) {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
