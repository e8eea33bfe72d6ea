import { expect, test } from 'vitest'

import { KeyError } from './access'
import { problemOf } from './problem'
import { IntegrityError } from './sealed'

const shaka = (code: number, category: number, ...data: unknown[]) => ({ code, category, data })

test.each([
  ['a segment that did not open', shaka(1007, 1, new IntegrityError()), 'integrity'],
  ['a bare failure of Web Crypto', new DOMException('', 'OperationError'), 'integrity'],
  ['a refused key', shaka(1007, 1, new KeyError(403)), 'denied'],
  ['a key server that is away', shaka(1007, 1, new KeyError(0)), 'network'],
  ['a key server that fails', shaka(1007, 1, new KeyError(503)), 'network'],
  ['a segment that is refused', shaka(1001, 1, 'http://x/1.m4s', 401), 'denied'],
  ['a server that fails', shaka(1001, 1, 'http://x/1.m4s', 500), 'network'],
  ['no network', shaka(1002, 1, 'http://x/1.m4s'), 'network'],
  ['a codec that the browser lacks', shaka(4032, 4), 'media'],
  ['an error without a code', new Error('?'), 'media'],
  ['nothing at all', undefined, 'media'],
])('%s', (_, error, kind) => {
  expect(problemOf(error).kind).toBe(kind)
})
