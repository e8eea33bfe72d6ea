import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { SideDrawer } from '@/shared/side-drawer'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import type { Entry } from './api'
import { nameOf } from './session-names'

type Props = {
  entry: Entry | undefined
  onClose: () => void
  onMove: () => void
}

/** The details of a session, and what the user can do about it. */
export function SessionSheet({ entry, onClose, onMove }: Props) {
  return (
    <SideDrawer opened={entry !== undefined} onClose={onClose} title={entry ? nameOf(entry) : ''}>
      {entry && <Details entry={entry} onMove={onMove} />}
    </SideDrawer>
  )
}

function Details({ entry, onMove }: { entry: Entry; onMove: () => void }) {
  return (
    <Stack gap="sm">
      {entry.status === 'cancelled' && (
        <div>
          <Badge color="red">{t({ message: 'Cancelled', context: 'session' })}</Badge>
        </div>
      )}
      <Text component="div">
        <WallClock {...sessionTime(entry, entry.timezone)} />
      </Text>
      {entry.course_title && (
        <Text>
          <Trans>Course: {entry.course_title}</Trans>
        </Text>
      )}
      {entry.instructor_name && (
        <Text>
          <Trans>Instructor: {entry.instructor_name}</Trans>
        </Text>
      )}
      {entry.room_name && (
        <Text>
          <Trans>Classroom: {entry.room_name}</Trans>
        </Text>
      )}
      {entry.in_series && (
        <Text c="dimmed" size="sm">
          <Trans>This session belongs to a series.</Trans>
        </Text>
      )}
      <Group mt="sm">
        <PageLink entry={entry} />
        {entry.can_move && (
          <Button onClick={onMove}>
            {entry.kind === 'meeting' ? <Trans>Move meeting</Trans> : <Trans>Move session</Trans>}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Leads to where an entry takes place. */
function PageLink({ entry: { kind, id, batch_id: batchId } }: { entry: Entry }) {
  if (kind !== 'session') {
    return (
      <ButtonLink to="/meetings/$meetingId" params={{ meetingId: id }} variant="default">
        {kind === 'doubt' ? <Trans>Open Q&A session</Trans> : <Trans>Open meeting</Trans>}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to="/batches/$batchId" params={{ batchId }} variant="default">
      <Trans>Open batch</Trans>
    </ButtonLink>
  )
}
