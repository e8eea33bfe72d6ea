import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ago, toDay } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type StudentInsight, studentQuery } from './api'
import { CourseDetail } from './course-detail'
import { riskText } from './labels'

/** The progress of one student in a course, for its teachers. */
export function StudentPage({ courseId, userId }: { courseId: string; userId: string }) {
  const insight = useQuery(studentQuery(courseId, userId))
  return (
    <>
      <PageHead title={insight.data?.student.fullName ?? t`Progress`} lead={insight.data && leadOf(insight.data)}>
        <ButtonLink to="/teach/courses/$courseId/learners" params={{ courseId }} variant="default">
          <Trans>All learners</Trans>
        </ButtonLink>
      </PageHead>
      <QueryView query={insight} skeleton={<Rows height={90} />}>
        {({ student, progress }) => (
          <>
            {student.atRisk && (
              <Alert color="apricot" title={t`At risk`} mb="md">
                {riskText(student)}
              </Alert>
            )}
            <CourseDetail detail={progress} />
          </>
        )}
      </QueryView>
    </>
  )
}

function leadOf({ student: { enrolledAt, lastAt }, progress: { title } }: StudentInsight) {
  const enrolled = toDay(enrolledAt)
  if (!lastAt) return t`In “${title}”. Enrolled on ${enrolled}, not active yet.`
  const active = ago(lastAt)
  return t`In “${title}”. Enrolled on ${enrolled}. Last active: ${active}.`
}
