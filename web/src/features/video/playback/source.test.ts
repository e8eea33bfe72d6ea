import { expect, test } from 'vitest'

import { sourceFor } from './source'

test.each([
  ['Chrome', { secure: true, mediaSource: true, nativeHLS: false, airPlay: false }, 'sealed'],
  ['Chrome with HLS of its own', { secure: true, mediaSource: true, nativeHLS: true, airPlay: false }, 'sealed'],
  ['Chrome over plain HTTP', { secure: false, mediaSource: true, nativeHLS: false, airPlay: false }, 'clear'],
  ['Safari on a Mac', { secure: true, mediaSource: true, nativeHLS: true, airPlay: true }, 'native'],
  ['Safari on an iPhone', { secure: true, mediaSource: false, nativeHLS: true, airPlay: true }, 'native'],
  [
    'a web view without Media Source Extensions',
    { secure: true, mediaSource: false, nativeHLS: true, airPlay: false },
    'native',
  ],
] as const)('%s plays what it can', (_, abilities, source) => expect(sourceFor(abilities)).toBe(source))
