import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { PendingCourse } from './pending-course'

const course = { ...detail, is_free: false, course_fee: 12_000, fee_currency: 'EUR' }

test('a course that awaits payment leads to the checkout where courses are sold online', async () => {
  reply('get', '/payments/providers', [{ name: 'test', test: true }])
  renderScreen(<PendingCourse course={course} status="pending_payment" />)
  const pay = await screen.findByRole('link', { name: 'Pay now' })
  expect(pay.getAttribute('href')).toBe(`/checkout?course=${course.id}&currency=EUR&plan=batch`)
  expect(screen.queryByText(/Ask your instructor/)).toBeNull()
})

test('without online payment it says whom to ask', async () => {
  reply('get', '/payments/providers', [])
  renderScreen(<PendingCourse course={course} status="pending_payment" />)
  await screen.findByText(/Ask your instructor how to pay/)
})
