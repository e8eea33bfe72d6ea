import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Container } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ago, toDay } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type CourseStudent, studentQuery } from './api'
import { CourseDetail } from './course-detail'
import { riskLabels } from './labels'

/** The progress of one student in a course, for its teachers. */
export function StudentPage({ courseId, userId }: { courseId: string; userId: string }) {
  const insight = useQuery(studentQuery(courseId, userId))
  return (
    <Container size={1100} pt="lg">
      <PageHead
        title={insight.data?.student.fullName ?? t`Student`}
        lead={insight.data && t`In “${insight.data.progress.title}”. ${seen(insight.data.student)}`}
      >
        <ButtonLink to="/teach/courses/$courseId/students" params={{ courseId }} variant="default">
          <Trans>All students</Trans>
        </ButtonLink>
      </PageHead>
      <QueryView query={insight} skeleton={<Rows height={90} />}>
        {({ student, progress }) => (
          <>
            {student.atRisk && (
              <Alert color="apricot" title={t`At risk`} mb="md">
                {riskLabels[student.riskReason]}
              </Alert>
            )}
            <CourseDetail detail={progress} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

const seen = ({ enrolledAt, lastAt }: CourseStudent) =>
  t`Enrolled on ${toDay(enrolledAt)}, ${lastAt ? t`last seen ${ago(lastAt).toLowerCase()}` : t`never seen since`}.`
