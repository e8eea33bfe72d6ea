import { t } from '@lingui/core/macro'
import { List, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { QueryView } from '@/shared/query-view'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime, weeklyTime } from '@/shared/wall-time'

import type { CourseDetail } from './api'
import classes from './course-facts.module.css'
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

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.block}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Questions({ course: { doubt_schedule, doubt_sessions } }: { course: TypedCourse }) {
  const now = Date.now()
  const coming = doubt_sessions.filter((s) => Date.parse(s.ends_at) > now).reverse()
  if (doubt_schedule.slots.length === 0 && coming.length === 0) return null
  return (
    <Block title={t`Q&A sessions`}>
      <List spacing={4}>
        {doubt_schedule.slots.map((slot) => (
          <List.Item key={`${slot.weekday} ${slot.start_time}`}>
            <WallClock {...weeklyTime(slot, doubt_schedule.timezone)} />
          </List.Item>
        ))}
        {coming.map((session) => (
          <List.Item key={session.id}>
            {session.title && `${session.title}: `}
            <WallClock {...sessionTime(session, session.timezone)} />
            {session.description && (
              <Text size="sm" c="dimmed">
                {session.description}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Block>
  )
}

function Recordings({ course: { id, recordings } }: { course: TypedCourse }) {
  if (recordings.length === 0) return null
  return (
    <Block title={t`Recordings`}>
      <List spacing={4}>
        {recordings.map((r) => (
          <List.Item key={r.id}>
            <TextLink to="/learn/$courseId/$videoId" params={{ courseId: id, videoId: r.video_id }}>
              {r.title}
            </TextLink>{' '}
            <Text span size="sm" c="dimmed">
              <Day at={r.createdAt} />
            </Text>
          </List.Item>
        ))}
      </List>
    </Block>
  )
}
