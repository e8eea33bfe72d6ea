// Choices named by the browser's own language data, so that none are sent with the page.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

export type Choice = { value: string; label: string }

export const none = (): Choice => ({ value: '', label: t`Not set` })

/** Choices by their names in the language of the page, after the one of none; also what was chosen before and is not among the codes. */
export function named(type: 'language' | 'region' | 'currency', codes: string[], chosen: string): Choice[] {
  const names = new Intl.DisplayNames(i18n.locales, { type, fallback: 'code' })
  const all = chosen && !codes.includes(chosen) ? [...codes, chosen] : codes
  const choices = all.map((value) => ({ value, label: names.of(value) ?? value }))
  const { compare } = new Intl.Collator(i18n.locales)
  return [none(), ...choices.toSorted((a, b) => compare(a.label, b.label))]
}

const countries =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'

/** Countries by their names. */
export const regions = (chosen: string) => named('region', countries.split(' '), chosen)
