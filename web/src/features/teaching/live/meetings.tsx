import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { zoomErrors } from '@/shared/zoom-errors'

import type { MeetingState } from './api'
import { meetingsQuery, type SessionMeeting, useRetryAny } from './hosts-api'
import { meetingLabels } from './labels'

const colors: Record<MeetingState, string> = {
  wanted: 'gray',
  creating: 'gray',
  ready: 'evergreen',
  updating: 'gray',
  failed: 'red',
}

/** The meetings at Zoom of the next two days, those that have failed first. */
export function Meetings() {
  const meetings = useQuery(meetingsQuery())
  const columns: Column<SessionMeeting>[] = [
    {
      id: 'session',
      label: t`Session, meeting or demo class`,
      place: 'lead',
      cell: (m) => (
        <>
          <PlaceLink meeting={m} />
          <Text size="sm" c="dimmed">
            {toMinute(m.starts_at)}
          </Text>
        </>
      ),
    },
    { id: 'host', label: t`Host`, cell: (m) => m.host || '–' },
    { id: 'state', label: t`Status`, cell: (m) => <State meeting={m} /> },
    {
      id: 'retry',
      label: t`Actions`,
      place: 'end',
      cell: (m) => m.state === 'failed' && <Retry meeting={m} />,
    },
  ]
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        <Trans>Meetings in the next 2 days</Trans>
      </Title>
      <QueryView
        query={meetings}
        skeleton={<Rows />}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title={t`No meetings`}>{t`Zoom meetings are created 2 days before they begin.`}</Empty>}
      >
        {(list) => (
          <DataTable
            label={t`Meetings in the next 2 days`}
            columns={columns}
            rows={list}
            idOf={(m) => m.session_id || m.meeting_id || m.demo_id}
          />
        )}
      </QueryView>
    </section>
  )
}

function State({ meeting: { state, error, detail } }: { meeting: SessionMeeting }) {
  return (
    <Stack gap={4} align="flex-start">
      <Badge color={colors[state]} variant="light" tt="none">
        {t(meetingLabels[state])}
      </Badge>
      {error && <Text size="sm">{t(zoomErrors[error])}</Text>}
      {detail && (
        <Text size="sm" c="dimmed" lang="en">
          {detail}
        </Text>
      )}
    </Stack>
  )
}

/** Leads to the session, the meeting outside of batches or the demo classes that take place there. */
function PlaceLink({ meeting }: { meeting: SessionMeeting }) {
  const { session_id, meeting_id, demo_id, batch_name, title } = meeting
  if (demo_id) return <TextLink to="/admin/demos">{nameOf(meeting)}</TextLink>
  if (meeting_id) {
    return (
      <TextLink to="/meetings/$meetingId" params={{ meetingId: meeting_id }}>
        {batch_name}
      </TextLink>
    )
  }
  return (
    <TextLink to="/sessions/$sessionId" params={{ sessionId: session_id }}>
      {[batch_name, title].filter(Boolean).join(': ')}
    </TextLink>
  )
}

const nameOf = ({ demo_id, batch_name }: SessionMeeting) => (demo_id ? t`Demo class` : batch_name)

function Retry({ meeting }: { meeting: SessionMeeting }) {
  const retry = useRetryAny(meeting)
  const name = nameOf(meeting)
  return (
    <>
      {retry.error && <Failure error={retry.error} />}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t`Try again: ${name}`}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
