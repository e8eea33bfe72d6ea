import { createFileRoute } from '@tanstack/react-router'

import { readFeedbackFilters } from '@/features/teaching/demofeedback/filters'

import { AdminDemoFeedbackRoute } from '../../pages/demos'

export const Route = createFileRoute('/_signed-in/admin/demos_/feedback')({
  staticData: { openTo: ['admin'] },
  validateSearch: readFeedbackFilters,
  component: AdminDemoFeedbackRoute,
})
