import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, List, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { QueryView } from '@/shared/query-view'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime, weeklyTime } from '@/shared/wall-time'

import type { CourseDetail } from './api'
import { CourseSection } from './course-section'
import { type TypedCourse, typedQuery } from './typed-api'

/** What only blended and live courses have: the doubt schedule and recordings. */
export function TypedExtras({ course: { id, course_type } }: { course: CourseDetail }) {
  const course = useQuery({ ...typedQuery(course_type, id), enabled: course_type !== 'free' })
  if (course_type === 'free') return null
  return (
    <QueryView query={course} skeleton={<Skeleton height={60} radius="lg" />}>
      {(c) => (
        <>
          <Questions course={c} />
          <Recordings course={c} />
        </>
      )}
    </QueryView>
  )
}

const mostWeekly = 3 // of the dates of weekly Q&A sessions

function Questions({ course: { doubt_schedule, doubt_sessions } }: { course: TypedCourse }) {
  const now = Date.now()
  const ahead = doubt_sessions.filter((s) => Date.parse(s.ends_at) > now).reverse()
  const weekly = ahead.filter((s) => s.is_weekly).slice(0, mostWeekly)
  const coming = ahead.filter((s) => !s.is_weekly || weekly.includes(s))
  if (doubt_schedule.slots.length === 0 && coming.length === 0) return null
  return (
    <CourseSection title={t`Q&A sessions`}>
      {doubt_schedule.slots.length > 0 && (
        <List spacing={4} mb="sm">
          {doubt_schedule.slots.map((slot) => (
            <List.Item key={`${slot.weekday} ${slot.start_time}`}>
              <WallClock {...weeklyTime(slot, doubt_schedule.timezone)} />
            </List.Item>
          ))}
        </List>
      )}
      {coming.length > 0 && (
        <>
          <Text fw={600} mb={4}>
            <Trans>Next dates</Trans>
          </Text>
          <List spacing={4}>
            {coming.map((session) => (
              <List.Item key={session.id}>
                <Coming session={session} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </CourseSection>
  )
}

/** A session ahead, which leads to the page on which it is joined. */
const Coming = ({ session }: { session: TypedCourse['doubt_sessions'][number] }) => (
  <>
    <TextLink to="/meetings/$meetingId" params={{ meetingId: session.id }}>
      {session.title && `${session.title}: `}
      <WallClock {...sessionTime(session, session.timezone)} />
    </TextLink>
    {session.instructor_name && ` · ${session.instructor_name}`}{' '}
    {session.status === 'cancelled' && (
      <Badge color="red" variant="light">
        {t({ message: 'Cancelled', context: 'session' })}
      </Badge>
    )}
    {session.description && (
      <Text size="sm" c="dimmed">
        {session.description}
      </Text>
    )}
  </>
)

function Recordings({ course: { id, recordings } }: { course: TypedCourse }) {
  if (recordings.length === 0) return null
  return (
    <CourseSection title={t`Recordings`}>
      <List spacing={4}>
        {recordings.map((r) => (
          <List.Item key={r.id}>
            <TextLink to="/learn/$courseId/$videoId" params={{ courseId: id, videoId: r.video_id }}>
              {r.title}
            </TextLink>{' '}
            <Text span size="sm" c="dimmed">
              {r.session ? <Held session={r.session} /> : <Day at={r.createdAt} />}
            </Text>
          </List.Item>
        ))}
      </List>
    </CourseSection>
  )
}

/** The session of which something is the recording. */
const Held = ({ session }: { session: NonNullable<TypedCourse['recordings'][number]['session']> }) => (
  <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
    {session.batch_name}, <WallClock {...sessionTime(session, session.timezone)} />
  </TextLink>
)
