import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { span } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import { progressQuery, publishedQuery } from './api'
import { CourseBar } from './course-bar'
import { resumeAt } from './lesson-state'
import { Outline } from './outline'

type Props = {
  courseId: string
  /** Whether the user is enrolled in the course. */
  enrolled: boolean
  /** Shown for a course without a curriculum. */
  otherwise: ReactNode
}

/** The contents of a course on its page, with where to start or resume. */
export function CourseContents({ courseId, enrolled, otherwise }: Props) {
  const curriculum = useQuery(publishedQuery(courseId, enrolled))
  const progress = useQuery({ ...progressQuery(courseId), enabled: enrolled })
  return (
    <QueryView query={curriculum} skeleton={<Skeleton height={180} radius="lg" />}>
      {(c) => {
        if (c.isFallback) return otherwise
        const { lessons, duration_seconds: length } = c.totals
        const to = resumeAt(c, progress.data)
        return (
          <section aria-labelledby="lessons">
            <Title order={2} id="lessons" size="h3" mb="sm">
              <Trans>Curriculum</Trans>
            </Title>
            <Group justify="space-between" mb="sm">
              <Text c="dimmed">
                {plural(lessons, { one: '# lesson', other: '# lessons' })}
                {length > 0 && ` · ${span(length)}`}
              </Text>
              {to && !to.lock && (
                <ButtonLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: to.id }}>
                  {wayIn(enrolled, progress.data?.startedAt)}
                </ButtonLink>
              )}
            </Group>
            {progress.data && <CourseBar progress={progress.data} />}
            <Paper withBorder px="md" bg="var(--card)">
              <Outline courseId={courseId} curriculum={c} progress={progress.data} />
            </Paper>
          </section>
        )
      }}
    </QueryView>
  )
}

const wayIn = (enrolled: boolean, startedAt: string | null | undefined) =>
  enrolled ? (startedAt ? t`Continue learning` : t`Start learning`) : t`View preview`
