import { createFileRoute } from '@tanstack/react-router'

import { TaughtPage } from '@/features/learning/course/taught-page'

export const Route = createFileRoute('/_signed-in/teach/_area/')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: TaughtPage,
})
