import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'

import type { Schema } from '@/api/client'

type Props = { rooms: Schema<'SessionClassroom'>[]; onChoose: (id: string) => void }

/** Other classrooms that are free; one is taken with a click. */
export function FreeRooms({ rooms, onChoose }: Props) {
  if (rooms.length === 0) return null
  return (
    <Group gap={6} my={4} role="group" aria-label={t`Other classrooms`}>
      <Text size="sm" c="dimmed">
        {t`Free:`}
      </Text>
      {rooms.map(({ id, name }) => (
        <Button key={id} variant="default" size="compact-sm" onClick={() => onChoose(id)}>
          {name}
        </Button>
      ))}
    </Group>
  )
}
