import { createFileRoute } from '@tanstack/react-router'

import { QuestionsRoute } from '../../pages/assessment'
import { questionsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/questions')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: questionsSearch,
  component: QuestionsRoute,
})
