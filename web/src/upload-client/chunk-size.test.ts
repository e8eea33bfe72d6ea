import { expect, test } from 'vitest'
import { chunkSizeFor } from './chunk-size'
import { table } from './testing/table'

interface Row {
  name: string
  fileSize: number
  durationMinutes?: number
  configured?: number
  client: number
}

const rows = table<Row>('chunk-sizes')

test.each(rows)('$name', ({ client, fileSize, durationMinutes, configured }) => {
  expect(chunkSizeFor({ fileSize, durationMinutes, configured })).toBe(client)
})
