import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Container, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import { meetingsQuery, type OnlineMeeting } from './api'
import { MeetingDisputes, ToDisputes } from './disputes'
import { stateColors, stateLabels, titleOf } from './labels'
import { MeetingForm } from './meeting-form'

/** What of the list is kept in the URL. */
export type MeetingsSearch = { past?: true; page?: number }

type Props = {
  search: MeetingsSearch
  onSearch: (search: MeetingsSearch) => void
  /** Whether the user plans meetings. */
  plans: boolean
  onPlanned: (id: string) => void
}

/** The meetings outside of batches that the user holds or is invited to. */
export function MeetingsPage({ search, onSearch, plans, onPlanned }: Props) {
  const { past = false, page = 1 } = search
  const meetings = useQuery(meetingsQuery(past, page))
  const [planning, setPlanning] = useState(false)
  return (
    <Container size="lg" py="xl">
      <PageHead title={t`Meetings`} lead={t`Office hours, webinars, talks and Q&A sessions outside of batches.`}>
        {plans && (
          <Button onClick={() => setPlanning(true)}>
            <Trans>Plan meeting</Trans>
          </Button>
        )}
      </PageHead>
      <Group justify="space-between" wrap="nowrap" mb="md">
        <SegmentedControl
          aria-label={t`Which meetings`}
          value={past ? 'past' : 'ahead'}
          data={[
            { value: 'ahead', label: t({ message: 'Ahead', context: 'meetings' }) },
            { value: 'past', label: t({ message: 'Past', context: 'meetings' }) },
          ]}
          onChange={(value) => onSearch(value === 'past' ? { past: true } : {})}
        />
        {plans && <ToDisputes />}
      </Group>
      <QueryView
        query={meetings}
        skeleton={<Rows height={64} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={past ? t`No past meetings` : t`No meetings ahead`}>
            {plans
              ? t`Plan one: it is added to your calendar and to those of the people you invite.`
              : t`Meetings to which you are invited appear here and in your calendar.`}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# meeting', other: '# meetings' })} />
            <DataTable label={t`Meetings`} columns={columns()} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={(next) => onSearch({ ...search, page: next })} />
          </>
        )}
      </QueryView>
      {plans && !meetings.isPending && <MeetingDisputes />}
      {planning && (
        <MeetingForm
          onClose={() => setPlanning(false)}
          onSaved={({ id }) => {
            setPlanning(false)
            onPlanned(id)
          }}
        />
      )}
    </Container>
  )
}

const columns = (): Column<OnlineMeeting>[] => [
  {
    id: 'title',
    label: t({ message: 'Meeting', context: 'online meeting' }),
    place: 'lead',
    cell: (meeting) => (
      <>
        <TextLink to="/meetings/$meetingId" params={{ meetingId: meeting.id }}>
          {titleOf(meeting)}
        </TextLink>
        <Disputes meeting={meeting} />
      </>
    ),
  },
  {
    id: 'time',
    label: t`Time`,
    cell: (meeting) => <WallClock {...sessionTime(meeting, meeting.timezone)} />,
  },
  { id: 'instructor', label: t`Instructor`, cell: ({ instructor_name }) => instructor_name || '–' },
  { id: 'course', label: t`Course`, cell: ({ course_title }) => course_title || '–' },
  {
    id: 'state',
    label: t`Status`,
    cell: ({ state }) => (
      <Badge color={stateColors[state]} variant="light">
        {t(stateLabels[state])}
      </Badge>
    ),
  },
]

/** Leads those who may change a meeting to the disputes of its attendance that are to be answered. */
const Disputes = ({ meeting: { id: meetingId, open_disputes: open = 0 } }: { meeting: OnlineMeeting }) =>
  open > 0 && (
    <div>
      <TextLink to="/meetings/$meetingId" params={{ meetingId }} hash="attendance" size="xs">
        {plural(open, { one: '# open dispute', other: '# open disputes' })}
      </TextLink>
    </div>
  )
