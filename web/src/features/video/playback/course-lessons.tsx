import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
import { span } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import { courseVideosQuery, usePositions } from './api'
import { LessonList } from './lesson-list'

type Props = {
  courseId: string
  /** Whether the user may watch: enrolled, or a teacher of the course. */
  enrolled: boolean
}

/** The lessons on a course page, with where to start. Users who are not enrolled see the list and the previews. */
export function CourseLessons({ courseId, enrolled }: Props) {
  const videos = useQuery(courseVideosQuery(courseId))
  return (
    <section aria-labelledby="lessons">
      <Title order={2} id="lessons" size="h3" mb="sm">
        <Trans>Lessons</Trans>
      </Title>
      <QueryView
        query={videos}
        skeleton={<Skeleton height={180} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty title={t`No lessons yet`}>
            <Trans>This course curriculum is being set up. Check back soon!</Trans>
          </Empty>
        }
      >
        {({ items }) => <Lessons courseId={courseId} enrolled={enrolled} videos={items} />}
      </QueryView>
    </section>
  )
}

function Lessons({ courseId, enrolled, videos }: Props & { videos: Schema<'Video'>[] }) {
  const positions = usePositions(courseId, enrolled)
  const open = videos.filter((v) => v.playable && (enrolled || v.isPreview))
  const to = open.find((v) => !positions?.get(v.videoId)?.watched) ?? open[0]
  const begun = open.some((v) => positions?.has(v.videoId))
  const lessons = videos.length
  const length = videos.reduce((sum, v) => sum + v.durationMs / 1000, 0)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text c="dimmed">
          {plural(lessons, { one: '# lesson', other: '# lessons' })}
          {length > 0 && ` · ${span(length)}`}
        </Text>
        {to && (
          <ButtonLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: to.videoId }}>
            {enrolled ? (begun ? t`Continue learning` : t`Start learning`) : t`Watch preview`}
          </ButtonLink>
        )}
      </Group>
      <Paper withBorder p="xs" bg="var(--card)">
        <LessonList courseId={courseId} videos={videos} enrolled={enrolled} positions={positions} label={t`Lessons`} />
      </Paper>
    </>
  )
}
