import { ButtonLink } from '@/shared/link'

/** Links from a course to the pages for its teachers. */
export function TeachingLinks({ courseId }: { courseId: string }) {
  const course = { params: { courseId }, variant: 'default' as const }
  return (
    <>
      <ButtonLink to="/teach/courses/$courseId/curriculum" {...course}>
        Curriculum
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/questions" {...course}>
        Questions
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/submissions" {...course}>
        Submissions
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/results" {...course}>
        Quiz results
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/students" {...course}>
        Students
      </ButtonLink>
      <ButtonLink to="/teach/courses/$courseId/people" {...course}>
        People
      </ButtonLink>
    </>
  )
}
