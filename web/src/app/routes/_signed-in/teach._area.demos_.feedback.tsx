import { createFileRoute } from '@tanstack/react-router'

import { readFeedbackFilters } from '@/features/teaching/demofeedback/filters'

import { TaughtDemoFeedbackRoute } from '../../pages/demos'

export const Route = createFileRoute('/_signed-in/teach/_area/demos_/feedback')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readFeedbackFilters,
  component: TaughtDemoFeedbackRoute,
})
