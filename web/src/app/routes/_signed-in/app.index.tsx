import { createFileRoute } from '@tanstack/react-router'

import { StudentHomeRoute } from '../../pages/student-home'

export const Route = createFileRoute('/_signed-in/app/')({
  staticData: { openTo: 'users' },
  component: StudentHomeRoute,
})
