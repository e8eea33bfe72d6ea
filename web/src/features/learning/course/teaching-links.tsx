import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '@/shared/link'

/** Links from a course to the pages for its teachers. */
export function TeachingLinks({ courseId }: { courseId: string }) {
  const course = { params: { courseId }, variant: 'default' as const }
  return (
    <>
      <ButtonLink to="/teach/courses/$courseId/curriculum" {...course}>
        <Trans>Curriculum</Trans>
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/questions" {...course}>
        <Trans>Questions</Trans>
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/submissions" {...course}>
        <Trans>Submissions</Trans>
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/results" {...course}>
        <Trans>Quiz results</Trans>
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/students" {...course}>
        <Trans>Learners</Trans>
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/people" {...course}>
        <Trans>Enrolments</Trans>
      </ButtonLink>
    </>
  )
}
