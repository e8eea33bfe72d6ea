import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { toGradeQuery } from './api'
import { SubmissionState } from './submission-state'

type Props = {
  /** The courses that the user teaches. */
  courses: { id: string; title: string }[]
  course: string | undefined
  onCourse: (course: string | undefined) => void
}

/** The submissions that wait for a grade in all courses of an instructor, longest waiting first. */
export function WaitingPage({ courses, course, onCourse }: Props) {
  const waiting = useInfiniteQuery(toGradeQuery(course))
  return (
    <>
      <PageHead title={t`To grade`} lead={t`What learners of all your courses have handed in, longest waiting first.`}>
        <NativeSelect
          aria-label={t`Course`}
          data={[
            { value: '', label: t`All courses` },
            ...courses.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={course ?? ''}
          onChange={(event) => onCourse(event.currentTarget.value || undefined)}
        />
      </PageHead>
      <QueryView
        query={waiting}
        skeleton={<Rows height={88} />}
        isEmpty={(items) => items.length === 0}
        empty={
          <Empty title={t`Nothing to grade`}>
            <Trans>New submissions will be here.</Trans>
          </Empty>
        }
      >
        {(items) => (
          <>
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map(({ id, course_id, course_title, lesson_title, full_name, status, late, submitted_at }) => (
                <Paper component="li" key={id} withBorder p="md" bg="var(--card)">
                  <Group justify="space-between" align="flex-start" gap="sm">
                    <div>
                      <TextLink
                        to="/teach/courses/$courseId/submissions"
                        params={{ courseId: course_id }}
                        search={{ status: 'to_grade', submission: id }}
                        fw={600}
                      >
                        {full_name}
                      </TextLink>
                      <Text size="sm">{lesson_title}</Text>
                      <Text size="sm" c="dimmed">
                        {course_title}
                      </Text>
                    </div>
                    <Group gap="xs">
                      {late && (
                        <Badge variant="light" color="red" tt="none">
                          <Trans>Late</Trans>
                        </Badge>
                      )}
                      <SubmissionState status={status} />
                      <Text size="sm" c="dimmed">
                        {submitted_at && <Moment at={submitted_at} />}
                      </Text>
                    </Group>
                  </Group>
                </Paper>
              ))}
            </Stack>
            <MoreButton query={waiting} />
          </>
        )}
      </QueryView>
    </>
  )
}
