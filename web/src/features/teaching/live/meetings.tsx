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

import { type MeetingState, useRetryMeeting } from './api'
import { meetingsQuery, type SessionMeeting } from './hosts-api'
import { meetingErrors, meetingLabels } from './labels'

const colors: Record<MeetingState, string> = {
  wanted: 'gray',
  creating: 'gray',
  ready: 'evergreen',
  updating: 'gray',
  failed: 'red',
}

/** The meetings at Zoom of the sessions of the next two days, those that have failed first. */
export function Meetings() {
  const meetings = useQuery(meetingsQuery())
  const columns: Column<SessionMeeting>[] = [
    {
      id: 'session',
      label: t`Session`,
      place: 'lead',
      cell: (m) => (
        <>
          <TextLink to="/sessions/$sessionId" params={{ sessionId: m.session_id }}>
            {[m.batch_name, m.title].filter(Boolean).join(': ')}
          </TextLink>
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
        empty={<Empty title={t`No meetings`}>{t`For each session on Zoom, a meeting is created 2 days before.`}</Empty>}
      >
        {(list) => (
          <DataTable label={t`Meetings in the next 2 days`} columns={columns} rows={list} idOf={(m) => m.session_id} />
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
      {error && <Text size="sm">{t(meetingErrors[error])}</Text>}
      {detail && (
        <Text size="sm" c="dimmed" lang="en">
          {detail}
        </Text>
      )}
    </Stack>
  )
}

function Retry({ meeting: { session_id, batch_name } }: { meeting: SessionMeeting }) {
  const retry = useRetryMeeting(session_id)
  return (
    <>
      {retry.error && <Failure error={retry.error} />}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t`Try again: ${batch_name}`}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
