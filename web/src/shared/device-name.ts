import { t } from '@lingui/core/macro'

// Browsers and systems by a part of their User-Agent. The order matters: most browsers also name their ancestors.
const browsers = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['lectern', 'Lectern CLI'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (userAgent: string, names: readonly (readonly [string, string])[]) =>
  names.find(([part]) => userAgent.includes(part))?.[1]

/** A short name for a User-Agent, such as "Firefox on Linux"; the header itself if it names no known browser or system. */
export function deviceName(userAgent: string) {
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  if (browser && system) return t`${browser} on ${system}`
  return browser ?? system ?? (userAgent || t`Unknown device`)
}
