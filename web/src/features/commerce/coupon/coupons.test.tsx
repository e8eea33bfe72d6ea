import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Coupon } from './api'
import { couponOf, newValues, valuesOf } from './coupon-values'
import { CouponsPage } from './coupons-page'

const coupon: Coupon = {
  id: 'k1',
  code: 'AUTUMN',
  kind: 'percent',
  rate_ppm: 125_000,
  amount: 0,
  currency: 'EUR',
  course_ids: [],
  min_total: 0,
  most: 20,
  most_each: 1,
  budget: 10_000,
  taken: 3,
  spent: 2700,
  with_early_bird: false,
  starts_at: null,
  ends_at: null,
  active: true,
  note: '',
  created_at: '2026-11-20T10:00:00Z',
}

test('coupons are listed, added, and their uses shown', async () => {
  reply('get', '/courses/get', [])
  reply('get', '/payments/coupons', [coupon])
  const user = renderScreen(<CouponsPage />)
  const row = within(await screen.findByRole('row', { name: /AUTUMN/ }))
  row.getByText('12.5%')
  row.getByText('3 of 20')
  row.getByText('€27.00 of €100.00')
  reply('get', '/payments/coupons/{couponId}/uses', [
    {
      order_id: 'o1',
      order_number: 'LEC-7Q2M9XKD',
      buyer_name: 'Ann',
      amount: 900,
      currency: 'EUR',
      state: 'used',
      created_at: '2026-11-20T10:00:00Z',
    },
  ])
  await user.click(row.getByRole('button', { name: 'Uses of AUTUMN' }))
  const uses = within(await screen.findByRole('dialog', { name: 'Uses of AUTUMN' }))
  await uses.findByText('€9.00')
  await user.click(uses.getByRole('button', { name: 'Close' }))

  const added = reply('post', '/payments/coupons', coupon)
  await user.click(screen.getByRole('button', { name: 'Add coupon' }))
  const form = within(await screen.findByRole('form', { name: 'Add coupon' }))
  await user.type(form.getByRole('textbox', { name: /Code/ }), 'Winter')
  await user.clear(form.getByRole('textbox', { name: /Discount/ }))
  await user.click(form.getByRole('button', { name: 'Add coupon' }))
  form.getByText('Please enter a discount')
  await user.type(form.getByRole('textbox', { name: /Discount/ }), '10')
  await user.click(form.getByRole('button', { name: 'Add coupon' }))
  expect(added).toHaveLength(1)
  await expect
    .poll(() => added[0]?.body)
    .toMatchObject({ code: 'Winter', kind: 'percent', rate_ppm: 100_000, most_each: 1 })
})

test('amounts of a coupon are in the minor unit of its currency, and come back as they were', () => {
  const values = {
    ...newValues,
    kind: 'amount' as const,
    amount: 12.345,
    currency: 'KWD',
    minTotal: 20,
    most: '',
    mostEach: '',
    budget: 1.5,
  }
  const body = couponOf(values)
  expect(body).toMatchObject({ amount: 12345, min_total: 20_000, budget: 1500 })
  expect(body).not.toHaveProperty('most')
  expect(
    valuesOf({ ...coupon, kind: 'amount', amount: 12345, currency: 'KWD', min_total: 20_000, budget: 1500 }),
  ).toMatchObject({
    amount: 12.345,
    minTotal: 20,
    budget: 1.5,
  })
})
