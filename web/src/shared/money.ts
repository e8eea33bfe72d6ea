import { i18n } from '@lingui/core'

import { unusualDigits } from './minor-digits'

/** The number of decimal places of a currency by ISO 4217: 2 for EUR and HUF, 0 for JPY. Browsers know how many are usually shown, which differs. */
export const minorDigits = (currency: string) =>
  Number(Object.entries(unusualDigits).find(([, codes]) => codes.includes(currency))?.[0] ?? 2)

/** How a field for amounts writes and reads decimals in the reader's region. A point is understood everywhere. */
export function separators() {
  const parts = new Intl.NumberFormat(i18n.locales).formatToParts(1.5)
  const decimalSeparator = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return { decimalSeparator, allowedDecimalSeparators: [decimalSeparator, '.'] }
}

/** The properties of a `NumberInput` for amounts of a currency. */
export const amountField = (currency: string) => ({
  min: 0,
  decimalScale: minorDigits(currency),
  fixedDecimalScale: true,
  hideControls: true,
  ...separators(),
})

/** Formats an amount in the minor unit: `€120.50`. */
export function money(amount: number, currency: string) {
  const digits = minorDigits(currency)
  const shown = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(i18n.locales, shown).format(amount / 10 ** digits)
}
