import { createFileRoute } from '@tanstack/react-router'

import { TeachingRoute } from '../../pages/teaching'

export const Route = createFileRoute('/_signed-in/teach/_area/')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: TeachingRoute,
})
