import { fromField, toField } from '@/shared/local-time'
import { minorDigits } from '@/shared/money'

import type { Coupon, NewCoupon } from './api'

/** What stands in the fields of a coupon. Amounts are in the main unit of the currency. */
export type CouponValues = {
  code: string
  kind: Coupon['kind']
  percent: number | string
  amount: number | string
  currency: string
  courses: { id: string; title: string }[]
  minTotal: number | string
  most: number | string
  mostEach: number | string
  budget: number | string
  withEarlyBird: boolean
  startsAt: string
  endsAt: string
  active: boolean
  note: string
}

export const newValues: CouponValues = {
  code: '',
  kind: 'percent',
  percent: 10,
  amount: '',
  currency: '',
  courses: [],
  minTotal: '',
  most: '',
  mostEach: 1,
  budget: '',
  withEarlyBird: false,
  startsAt: '',
  endsAt: '',
  active: true,
  note: '',
}

const unitOf = (currency: string) => 10 ** minorDigits(currency)

export const valuesOf = (coupon: Coupon): CouponValues => ({
  code: coupon.code,
  kind: coupon.kind,
  percent: coupon.kind === 'percent' ? coupon.rate_ppm / 10_000 : '',
  amount: coupon.kind === 'amount' ? coupon.amount / unitOf(coupon.currency) : '',
  currency: coupon.currency,
  courses: coupon.courses ?? [],
  minTotal: coupon.min_total ? coupon.min_total / unitOf(coupon.currency) : '',
  most: coupon.most ?? '',
  mostEach: coupon.most_each ?? '',
  budget: coupon.budget === null ? '' : coupon.budget / unitOf(coupon.currency),
  withEarlyBird: coupon.with_early_bird,
  startsAt: toField(coupon.starts_at),
  endsAt: toField(coupon.ends_at),
  active: coupon.active,
  note: coupon.note,
})

/** The coupon that the fields describe. */
export function couponOf(values: CouponValues): NewCoupon {
  const { code, kind, currency, courses, withEarlyBird, active, note } = values
  const unit = unitOf(currency)
  const starts_at = fromField(values.startsAt)
  const ends_at = fromField(values.endsAt)
  return {
    code,
    kind,
    active,
    note,
    currency,
    with_early_bird: withEarlyBird,
    course_ids: courses.map(({ id }) => id),
    ...(kind === 'percent'
      ? { rate_ppm: Math.round(Number(values.percent) * 10_000) }
      : { amount: Math.round(Number(values.amount) * unit) }),
    ...(values.minTotal !== '' && { min_total: Math.round(Number(values.minTotal) * unit) }),
    ...(values.most !== '' && { most: Number(values.most) }),
    ...(values.mostEach !== '' && { most_each: Number(values.mostEach) }),
    ...(values.budget !== '' && { budget: Math.round(Number(values.budget) * unit) }),
    ...(starts_at && { starts_at }),
    ...(ends_at && { ends_at }),
  }
}
