import { createFileRoute } from '@tanstack/react-router'

import { ResultsRoute } from '../../pages/assessment'
import { resultsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/results')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: resultsSearch,
  component: ResultsRoute,
})
