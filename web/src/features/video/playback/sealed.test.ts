import { expect, test } from 'vitest'

import { epochOf, IntegrityError, open } from './sealed'

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

async function seal(text: string, key: CryptoKey) {
  const iv = crypto.getRandomValues(new Uint8Array(16))
  const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 128 }, key, new TextEncoder().encode(text))
  const sealed = new Uint8Array(16 + body.byteLength)
  sealed.set(iv)
  sealed.set(new Uint8Array(body), 16)
  return sealed
}

test('opens sealed data, also within a larger buffer', async () => {
  const key = await newKey()
  const sealed = await seal('moof', key)
  expect(new TextDecoder().decode(await open(sealed.buffer, key))).toBe('moof')
  const around = new Uint8Array(sealed.length + 10)
  around.set(sealed, 5)
  expect(new TextDecoder().decode(await open(around.subarray(5, 5 + sealed.length), key))).toBe('moof')
})

test.each([0, 16, -1])('a flipped bit at byte %d is an integrity error', async (at) => {
  const key = await newKey()
  const sealed = await seal('moof', key)
  const byte = sealed.at(at) ?? 0
  sealed[at < 0 ? sealed.length + at : at] = byte ^ 1
  await expect(open(sealed.buffer, key)).rejects.toBeInstanceOf(IntegrityError)
})

test('so are a wrong key and a truncated segment', async () => {
  const key = await newKey()
  const sealed = await seal('moof', key)
  await expect(open(sealed.buffer, await newKey())).rejects.toBeInstanceOf(IntegrityError)
  await expect(open(sealed.buffer.slice(0, 20), key)).rejects.toBeInstanceOf(IntegrityError)
})

test.each([
  ['init.mp4', 0],
  ['1.m4s', 0],
  ['600.m4s', 0],
  ['601.m4s', 1],
  ['1201.m4s', 2],
  ['en.vtt', undefined],
  ['manifest.mpd', undefined],
])('%s has key epoch %s', (file, epoch) => {
  expect(epochOf(`http://lectern.test/api/v1/media/t1/v1/g1/sealed/720p/${file}?a=1`, 600)).toBe(epoch)
})
