import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: string; children: ReactNode }

/** A part of a settings page. */
export function Section({ id, title, lead, children }: Props) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby={id} bg="var(--card)">
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" size="sm" mt={4}>
          {lead}
        </Text>
      )}
      <Stack mt="md">{children}</Stack>
    </Paper>
  )
}
