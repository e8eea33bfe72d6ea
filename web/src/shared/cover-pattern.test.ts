import { expect, test } from 'vitest'

import { drawPattern } from './cover-pattern'

const titles = Array.from({ length: 40 }, (_, i) => `Course ${i}`)

test('a pattern is always the same for a title', () => {
  for (const title of titles) expect(drawPattern(title, 200)).toEqual(drawPattern(title, 200))
})

test('titles differ in form, not in colour alone, and in every family', () => {
  const forms = titles.map((title) => drawPattern(title, 200).map(({ d }) => d))
  expect(new Set(forms.map((paths) => paths.join())).size).toBe(titles.length)
  const commands = forms.map(([first = '', second = '']) => `${first}${second}`.replace(/[-\d. ]+/g, ''))
  const hills = commands.filter((c) => c.includes('C') && c.includes('V')).length
  const fans = commands.filter((c) => c.startsWith('MLL')).length
  expect(hills).toBeGreaterThan(2)
  expect(fans).toBeGreaterThan(2)
  expect(titles.length - hills - fans).toBeGreaterThan(4)
})
