// Choices named by the browser's own language data, so that none are sent with the page.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

export type Choice = { value: string; label: string }

const none = (): Choice => ({ value: '', label: t`Not set` })

/** Choices after the one of none. */
export const optional =
  (choices: (chosen: string) => Choice[]) =>
  (chosen: string): Choice[] => [none(), ...choices(chosen)]

/** Choices by their names in the language of the page; also what was chosen before and is not among the codes. */
export function named(type: 'language' | 'region' | 'currency', codes: string[], chosen: string): Choice[] {
  const names = new Intl.DisplayNames(i18n.locales, { type, fallback: 'code' })
  const all = chosen && !codes.includes(chosen) ? [...codes, chosen] : codes
  const choices = all.map((value) => ({ value, label: names.of(value) ?? value }))
  const { compare } = new Intl.Collator(i18n.locales)
  return choices.toSorted((a, b) => compare(a.label, b.label))
}

const countries =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'

/** Countries by their names, after the choice of none. */
export const regions = optional((chosen) => named('region', countries.split(' '), chosen))

const taught =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl or pa pl ps pt pt-BR pt-PT ro ru sa sd si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh zh-TW zu'

/** Languages of courses and captions by their names. */
export const languages = (chosen: string) => named('language', taught.split(' '), chosen)

/** Currencies in use by their names: the browser also knows many obsolete ones, whose names end with their years. */
export function currencies(chosen: string): Choice[] {
  const old = /\(\d{4}|\d{4}\)|^X/
  return named('currency', Intl.supportedValuesOf('currency'), chosen).filter(
    ({ value, label }) => value === chosen || (!old.test(label) && !value.startsWith('X')),
  )
}
