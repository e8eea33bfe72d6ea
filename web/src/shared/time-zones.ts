/** Zones that browsers still call by the names that they had before (CLDR never changes its own), with those of today (IANA). */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const today = (zone: string) => renamed[zone] ?? zone

/** The time zone of this device. */
export const here = () => today(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** The IANA time zones that this browser knows, and one more that may not be among them. */
export function timeZones(also: string) {
  const known = Intl.supportedValuesOf('timeZone').map(today)
  return [...new Set(['UTC', ...known, also])].sort()
}
