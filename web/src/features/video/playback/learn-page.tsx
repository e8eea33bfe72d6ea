import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { courseVideosQuery, usePositions } from './api'
import classes from './learn-page.module.css'
import { LessonList } from './lesson-list'
import { VideoLesson } from './video-lesson'

type Props = {
  courseId: string
  videoId: string
  /** Whether all lessons are open to the user; otherwise only previews are. */
  enrolled: boolean
  /** The user whose position is saved. */
  viewer: string | undefined
  /** A link back to the course. */
  crumb: ReactNode
}

type Video = Schema<'Video'>

/** A lesson: the player, its description, and the outline of the course beside it. */
export function LearnPage({ crumb, ...lesson }: Props) {
  const lessons = useQuery(courseVideosQuery(lesson.courseId))
  return (
    <Container size={1320} pt="md">
      <nav aria-label={t`Breadcrumb`}>{crumb}</nav>
      <QueryView query={lessons} skeleton={<Skeleton className={classes.screen} />} isPage>
        {({ items }) => (
          <div className={classes.columns}>
            <Lesson key={lesson.videoId} {...lesson} lessons={items} />
            <Outline {...lesson} lessons={items} />
          </div>
        )}
      </QueryView>
    </Container>
  )
}

type LessonProps = Omit<Props, 'crumb'> & { lessons: Video[] }

function Lesson({ courseId, videoId, enrolled, viewer, lessons }: LessonProps) {
  const place = lessons.findIndex((v) => v.videoId === videoId)
  const lesson = lessons[place]
  const number = place + 1
  const total = lessons.length
  const open = (v: Video) => v.playable && (enrolled || v.isPreview)
  const previous = lessons.slice(0, Math.max(0, place)).findLast(open)
  const next = lessons.slice(place + 1).find(open)
  const navigate = useNavigate()
  const openNext = (id: string) => void navigate({ to: '/learn/$courseId/$videoId', params: { courseId, videoId: id } })

  return (
    <article>
      <VideoLesson
        videoId={videoId}
        viewer={viewer}
        title={lesson?.title ?? t`Video`}
        next={next && { title: next.title, open: () => openNext(next.videoId) }}
      />
      <Group justify="space-between" align="start" mt="md">
        <div>
          <PageTitle title={lesson?.title ?? t`This lesson isn't in this course`} size="h2" />
          {lesson && (
            <Text c="dimmed" mt={4}>
              <Trans>
                Lesson {number} of {total}
              </Trans>
            </Text>
          )}
        </div>
        <Group component="nav" aria-label={t`Previous and next lesson`} gap="xs">
          {previous && (
            <ButtonLink
              to="/learn/$courseId/$videoId"
              params={{ courseId, videoId: previous.videoId }}
              variant="default"
              leftSection={<IconChevronLeft size={18} />}
            >
              <Trans>Previous</Trans>
            </ButtonLink>
          )}
          {next && (
            <ButtonLink
              to="/learn/$courseId/$videoId"
              params={{ courseId, videoId: next.videoId }}
              rightSection={<IconChevronRight size={18} />}
            >
              <Trans>Next lesson</Trans>
            </ButtonLink>
          )}
        </Group>
      </Group>
      {lesson?.description && (
        <Text mt="md" maw="68ch" style={{ whiteSpace: 'pre-line' }}>
          {lesson.description}
        </Text>
      )}
    </article>
  )
}

function Outline({ courseId, videoId, enrolled, viewer, lessons }: LessonProps) {
  const positions = usePositions(courseId, viewer !== undefined)
  const total = lessons.length
  const watched = lessons.filter((v) => positions?.get(v.videoId)?.watched).length
  return (
    <Paper component="aside" withBorder p="md" bg="var(--card)" className={classes.outline}>
      <Title order={2} size="h4">
        <Trans>Lessons</Trans>
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {positions
          ? plural(total, { one: `${watched} of # lesson watched`, other: `${watched} of # lessons watched` })
          : plural(total, { one: '# lesson', other: '# lessons' })}
      </Text>
      <LessonList
        courseId={courseId}
        videos={lessons}
        enrolled={enrolled}
        current={videoId}
        positions={positions}
        label={t`Lessons of this course`}
      />
    </Paper>
  )
}
