import { expect, test } from 'vitest'

import { minorDigits, money } from './money'

test('amounts come in the minor unit of their currency', () => {
  expect(money(12050, 'EUR')).toBe('€120.50')
  expect(money(500, 'JPY')).toBe('JP¥500')
  expect(minorDigits('KWD')).toBe(3)
})
