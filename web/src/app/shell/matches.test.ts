import { expect, test } from 'vitest'

import { matches } from './matches'

const marked = (text: string, typed: string) =>
  matches(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('the beginnings of words are marked, whatever their case and accents', () => {
  expect(marked('Bread: flour, water', 'br WAT')).toBe('[Br]ead: flour, [wat]er')
  expect(marked('Café crème', 'cafe cre')).toBe('[Café] [crè]me')
  expect(marked('Cafe\u0301 au lait', 'café')).toBe('[Cafe\u0301] au lait')
  expect(marked('Cafes', 'café')).toBe('[Cafe]s')
  expect(marked('Rebread', 'bread')).toBe('Rebread')
  expect(marked('SQL for people', 's sq')).toBe('[SQ]L for people')
  expect(marked('100 % (really)', '(100')).toBe('[100] % (really)')
  expect(marked('', 'a')).toBe('')
})
