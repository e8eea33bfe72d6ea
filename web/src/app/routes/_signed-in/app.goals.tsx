import { createFileRoute } from '@tanstack/react-router'

import { GoalsRoute } from '../../pages/goals'

export const Route = createFileRoute('/_signed-in/app/goals')({
  staticData: { openTo: 'users' },
  component: GoalsRoute,
})
