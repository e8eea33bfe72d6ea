import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import { dated, datedShort } from '@/shared/format'

import type { CurrencyStats, Grouping } from './api'

export const groupingLabels = {
  month: msg`Month`,
  day: msg`Day`,
  course: msg`Course`,
  provider: msg`Provider`,
  coupon: msg`Coupon`,
}

const providerNames: Record<string, (() => string) | undefined> = {
  '': () => t`By invoice, not paid yet`,
  stripe: () => 'Stripe',
  razorpay: () => 'Razorpay',
  bank_transfer: () => t`Bank transfer`,
  test: () => t`Test provider`,
}

const month = (key: string, isShort: boolean) =>
  i18n.date(`${key}-01T00:00:00Z`, {
    month: isShort ? 'short' : 'long',
    year: isShort ? '2-digit' : 'numeric',
    timeZone: 'UTC',
  })

/** The name of a month, day, course, provider or coupon; short for an axis. */
export function groupName(by: Grouping, { key, title }: CurrencyStats['groups'][number], isShort = false) {
  switch (by) {
    case 'month':
      return month(key, isShort)
    case 'day':
      return isShort ? datedShort(key) : dated(key)
    case 'course':
      return title || t`Deleted courses and other items`
    case 'provider':
      return providerNames[key]?.() ?? key
    case 'coupon':
      return key || t`Without a coupon`
  }
}
