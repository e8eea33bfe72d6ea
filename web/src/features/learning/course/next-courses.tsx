import { Trans } from '@lingui/react/macro'

import { ButtonLink } from '@/shared/link'

import type { CourseDetail } from './api'
import { RelatedCourses } from './related-courses'

/** Where to learn next after a course: courses like it, and its category. */
export function NextCourses({ course: { id, category } }: { course: CourseDetail }) {
  return (
    <div>
      <RelatedCourses courseId={id} />
      <ButtonLink to="/courses" search={{ category }} variant="default">
        <Trans>All courses in {category}</Trans>
      </ButtonLink>
    </div>
  )
}
