import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, List, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import { type EmployeeMeeting, employeeMeetingsQuery, mostEmployeeMeetings } from './api'
import classes from './calendar.module.css'

const nameOf = ({ title, batch_name }: EmployeeMeeting) =>
  title && batch_name ? `${batch_name}: ${title}` : title || batch_name

/** The sessions and meetings that the people of the user's companies attend, the next first. */
export function EmployeeMeetings() {
  const meetings = useQuery(employeeMeetingsQuery())
  const [open, setOpen] = useState<EmployeeMeeting>()
  return (
    <>
      <QueryView
        query={meetings}
        skeleton={<Skeleton height={320} radius="lg" />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={t`No meetings ahead`}>
            <Trans>Sessions and meetings that your people attend appear here.</Trans>
          </Empty>
        }
      >
        {(all) => (
          <>
            <ul className={classes.sessions} aria-label={t`Meetings of your people`}>
              {all.map((meeting) => (
                <li key={meeting.id}>
                  <MeetingRow meeting={meeting} onOpen={() => setOpen(meeting)} />
                </li>
              ))}
            </ul>
            {all.length >= mostEmployeeMeetings && (
              <Text size="sm" c="dimmed" mt="xs">
                <Trans>The next {mostEmployeeMeetings} are shown.</Trans>
              </Text>
            )}
          </>
        )}
      </QueryView>
      <SideDrawer opened={open !== undefined} onClose={() => setOpen(undefined)} title={open ? nameOf(open) : ''}>
        {open && <Details meeting={open} />}
      </SideDrawer>
    </>
  )
}

function MeetingRow({ meeting, onOpen }: { meeting: EmployeeMeeting; onOpen: () => void }) {
  const { course_title, has_begun, people_count, timezone } = meeting
  return (
    <UnstyledButton className={classes.meeting} onClick={onOpen}>
      <Text span size="sm" className={classes.clock}>
        <WallClock {...sessionTime(meeting, timezone)} />
      </Text>
      <span>
        <Text span fw={600} display="block">
          {nameOf(meeting)}
        </Text>
        <Text span size="sm" c="dimmed">
          {[course_title, plural(people_count, { one: '# of your people', other: '# of your people' })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {has_begun && (
          <Badge ml="xs" color="evergreen" tt="none">
            <Trans>Under way</Trans>
          </Badge>
        )}
      </span>
    </UnstyledButton>
  )
}

function Details({ meeting }: { meeting: EmployeeMeeting }) {
  const { course_id, course_title, instructor_name, people, people_count, timezone } = meeting
  const more = people_count - people.length
  return (
    <Stack gap="sm">
      <Text component="div">
        <WallClock {...sessionTime(meeting, timezone)} />
      </Text>
      {course_title && (
        <Text>
          <Trans>Course: {course_title}</Trans>
        </Text>
      )}
      {instructor_name && (
        <Text>
          <Trans>Instructor: {personName(instructor_name)}</Trans>
        </Text>
      )}
      <Title order={3} size="h5" id="expected">
        <Trans>Who is expected</Trans>
      </Title>
      <List aria-labelledby="expected">
        {people.map(({ id, full_name }) => (
          <List.Item key={id}>{personName(full_name)}</List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {plural(more, { one: 'and # other', other: 'and # others' })}
        </Text>
      )}
      {course_id && (
        <div>
          <ButtonLink to="/courses/$courseId" params={{ courseId: course_id }} variant="default">
            <Trans>Open course</Trans>
          </ButtonLink>
        </div>
      )}
    </Stack>
  )
}
