import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { useIdempotent } from './idempotent'

test('a retry after a failure reuses the key, any other request gets a new one', async () => {
  const keys: string[] = []
  let answers = false
  const { result } = renderHook(() =>
    useIdempotent(async (_: { title: string }, header) => {
      keys.push(header['Idempotency-Key'])
      if (!answers) throw new Error('no answer')
    }),
  )
  const send = (title: string) => result.current({ title }).catch(() => {})
  await send('Go')
  await send('Go')
  await send('Rust')
  answers = true
  await send('Rust')
  await send('Rust')
  const [first, again, other, answered, next] = keys
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(answered).toBe(other)
  expect(next).not.toBe(answered)
})
