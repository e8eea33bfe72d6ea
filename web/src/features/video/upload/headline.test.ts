import { expect, test } from 'vitest'

import type { UploadItem } from '@/upload-client'

import { headline } from './headline'

const item = (change: Partial<UploadItem>): UploadItem => ({
  id: 'u1',
  courseId: 'c1',
  metadata: {},
  fileName: 'a.mp4',
  fileSize: 600_000_000,
  status: 'uploading',
  sentBytes: 0,
  percent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  videoId: null,
  failure: null,
  completed: null,
  ...change,
})
const of = (...items: Partial<UploadItem>[]) => headline({ items: items.map(item), hasActive: true })

test('the time left is that of all uploads, of which some wait for the others', () => {
  expect(of({})).toBe('Uploading 1 video')
  expect(of({ bytesPerSecond: 5_000_000 })).toBe('Uploading 1 video · about 2 minutes left')
  const two = [{ bytesPerSecond: 2_500_000 }, { bytesPerSecond: 2_500_000, sentBytes: 300_000_000 }]
  expect(of(...two)).toBe('Uploading 2 videos · about 3 minutes left')
  expect(of(...two, { status: 'waiting' })).toBe('Uploading 3 videos · about 5 minutes left')
  expect(of(...two, { status: 'paused' })).toBe('Uploading 2 videos · about 3 minutes left')
})
