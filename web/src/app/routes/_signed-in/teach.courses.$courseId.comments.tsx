import { createFileRoute } from '@tanstack/react-router'

import { CourseCommentsRoute } from '../../pages/course-comments'
import { commentsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/comments')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: commentsSearch,
  component: CourseCommentsRoute,
})
