import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { EnrolmentChip } from '@/shared/enrolment'
import { ago, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type CourseStudent, studentQuery } from './api'
import { CourseDetail, type Standing } from './course-detail'
import { riskText } from './labels'
import type { EnrolmentParts } from './student-list'

type Props = { courseId: string; userId: string } & Pick<EnrolmentParts, 'actions'>

/** One learner of a course, for its instructors: their enrolment, their progress, and the way to what they have handed in. */
export function StudentPage({ courseId, userId, actions }: Props) {
  const insight = useQuery(studentQuery(courseId, userId))
  return (
    <>
      <TextLink to="/teach/courses/$courseId/learners" params={{ courseId }} size="sm">
        <Trans>All learners</Trans>
      </TextLink>
      <PageHead
        title={insight.data?.student.fullName ?? t`Learners`}
        lead={insight.data && <Lead student={insight.data.student} />}
      >
        {insight.data && actions(insight.data.student)}
      </PageHead>
      <QueryView query={insight} skeleton={<Rows height={90} />}>
        {({ student, progress }) => (
          <>
            {student.atRisk && (
              <Alert color="apricot" title={t`At risk`} mb="md">
                {riskText(student)}
              </Alert>
            )}
            <CourseDetail detail={progress} work={(lesson) => <Work {...{ courseId, userId, lesson }} />} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** The status of the enrolment, since when it has it, and when it ends. */
function Lead({ student }: { student: CourseStudent }) {
  const enrolled = toDay(student.enrolledAt)
  const changed = toDay(student.enrollmentChangedAt)
  const end = student.endsAt && toDay(student.endsAt)
  const active = student.lastAt && ago(student.lastAt)
  return (
    <Group component="span" gap="xs">
      <EnrolmentChip status={student.enrollment} />
      <span>
        {enrolled === changed ? t`Enrolled on ${enrolled}.` : t`Enrolled on ${enrolled}, last changed on ${changed}.`}{' '}
        {end && t`Access ends on ${end}.`} {active ? t`Last active: ${active}.` : t`Not active yet.`}
      </span>
    </Group>
  )
}

/** The way to a learner's attempts at a quiz, or to the submissions for an assignment. */
function Work({ courseId, userId, lesson }: { courseId: string; userId: string; lesson: Standing }): ReactNode {
  const { lessonId, title } = lesson
  if (lesson.type === 'quiz') {
    return (
      <TextLink
        to="/teach/courses/$courseId/results"
        params={{ courseId }}
        search={{ lesson: lessonId, show: 'attempts', learner: userId }}
        aria-label={t`Attempts at “${title}”`}
      >
        <Trans>Attempts</Trans>
      </TextLink>
    )
  }
  if (lesson.type === 'assignment') {
    return (
      <TextLink
        to="/teach/courses/$courseId/submissions"
        params={{ courseId }}
        search={{ lesson: lessonId }}
        aria-label={t`Submissions for “${title}”`}
      >
        <Trans>Submissions</Trans>
      </TextLink>
    )
  }
  return null
}
