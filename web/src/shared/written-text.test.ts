import { expect, test } from 'vitest'

import { hasText } from './written-text'

test.each([
  ['', false],
  ['<p> </p><p>&nbsp;</p>', false],
  ['<ul><li></li></ul>', false],
  ['<p>Bees</p>', true],
  ['<p><img src="hive.png" alt=""></p>', true],
])('%s says something: %s', (html, says) => expect(hasText(html)).toBe(says))
