import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'

import { minorDigits, money, separators } from './money'

test('amounts come in the minor unit of their currency', () => {
  expect(money(12050, 'EUR')).toBe('€120.50')
  expect(money(500, 'JPY')).toBe('JP¥500')
  expect(money(1000000, 'HUF')).toBe('HUF\u00a010,000.00') // the browser's own digits would show a hundredfold
  expect(money(150, 'AMD')).toBe('AMD\u00a01.50')
  expect(minorDigits('KWD')).toBe(3)
})

test('a field for amounts takes the separator of the reader’s region, and a point', () => {
  i18n.loadAndActivate({ locale: 'de', locales: 'de-DE', messages: {} })
  expect(separators()).toEqual({ decimalSeparator: ',', allowedDecimalSeparators: [',', '.'] })
  i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
  expect(separators().decimalSeparator).toBe('.')
})
