import { createFileRoute } from '@tanstack/react-router'

import { LearnerRoute } from '../../pages/learners'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/learners/$userId')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: LearnerRoute,
})
