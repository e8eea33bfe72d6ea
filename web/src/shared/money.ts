/** How many digits of an amount of a currency stand behind the point: 2 for EUR, 0 for JPY. */
export const minorDigits = (currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the minor unit of its currency, as people read it: `€120.50`. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 10 ** minorDigits(currency))
