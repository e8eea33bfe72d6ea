import { Anchor, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { bytes } from '@/shared/format'
import { LinkedText } from '@/shared/linked-text'
import { Moment } from '@/shared/moment'

import type { ComplaintFile } from './api'

type Props = { by: ReactNode; at: string; body: string; files: ComplaintFile[]; tint?: boolean }

/** A message of a conversation with its files. */
export function Message({ by, at, body, files, tint }: Props) {
  return (
    <Paper component="li" withBorder p="md" radius="lg" bg={tint ? 'var(--tint)' : 'var(--card)'}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={600}>
          {by}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={at} />
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <LinkedText text={body} />
      </Text>
      {files.map(({ id, name, size, url }) => (
        <Text key={id} size="sm" mt={4}>
          <Anchor href={url} target="_blank" rel="noreferrer">
            {name}
          </Anchor>{' '}
          ({bytes(size)})
        </Text>
      ))}
    </Paper>
  )
}
