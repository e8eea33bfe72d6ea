import { t } from '@lingui/core/macro'

import { named, optional } from '@/shared/named-choices'
import { here, timeZones as knownZones } from '@/shared/time-zones'

/** All time zones by region, the device's first. */
export const timeZones = optional((chosen) => {
  const device = here()
  const zones = new Set([device, ...knownZones(chosen || 'UTC')])
  const label = (zone: string) => {
    const name = zone.replaceAll('_', ' ')
    return zone === device ? t`${name} (this device)` : name
  }
  return [...zones].map((value) => ({ value, label: label(value) }))
})

const written =
  'en-GB en-US de-DE de-AT de-CH fr-FR fr-CH es-ES es-MX pt-BR pt-PT it-IT nl-NL pl-PL sv-SE da-DK nb-NO fi-FI cs-CZ tr-TR el-GR uk-UA ru-RU he-IL ar-EG hi-IN bn-BD ur-PK ta-IN id-ID vi-VN th-TH zh-CN zh-TW ja-JP ko-KR sw-KE'

export const languages = optional((chosen) => named('language', written.split(' '), chosen))
