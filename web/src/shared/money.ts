import { i18n } from '@lingui/core'

/** The number of decimal places of a currency: 2 for EUR, 0 for JPY. */
export const minorDigits = (currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** How a field for amounts writes and reads decimals in the reader's region. A point is understood everywhere. */
export function separators() {
  const parts = new Intl.NumberFormat(i18n.locales).formatToParts(1.5)
  const decimalSeparator = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return { decimalSeparator, allowedDecimalSeparators: [decimalSeparator, '.'] }
}

/** Formats an amount in the minor unit: `€120.50`. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat(i18n.locales, { style: 'currency', currency }).format(amount / 10 ** minorDigits(currency))
