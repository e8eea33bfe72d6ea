import { createFileRoute } from '@tanstack/react-router'

import { StudentRoute } from '../../pages/students'

export const Route = createFileRoute('/_signed-in/teach/_area/learners/$userId')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: StudentRoute,
})
