import { createFileRoute } from '@tanstack/react-router'

import { TeachingLayout } from '../../pages/teaching-layout'

export const Route = createFileRoute('/_signed-in/teach/_area')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: TeachingLayout,
})
