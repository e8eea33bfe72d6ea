import { t } from '@lingui/core/macro'

import { decimal, percent, spent } from '@/shared/format'
import { money } from '@/shared/money'

import type { Metric } from './api'

/** Writes a value in its unit. */
export function write(value: number, unit: Metric['unit'], currency = '') {
  switch (unit) {
    case 'seconds':
      return spent(value)
    case 'percent':
      return percent(value)
    case 'hours':
      return t`${decimal(value)} h`
    case 'money':
      return money(value, currency)
    default:
      return decimal(value)
  }
}
