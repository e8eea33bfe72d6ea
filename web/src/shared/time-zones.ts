/** The time zone of this device. */
export const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The IANA time zones that this browser knows, and one more that may not be among them. */
export function timeZones(also: string) {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set(['UTC', ...known, also])].sort()
}
