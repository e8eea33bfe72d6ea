import { createFileRoute } from '@tanstack/react-router'

import { LearnRoute } from '../pages/learn'
import { momentSearch } from '../search'

export const Route = createFileRoute('/learn/$courseId/$videoId')({
  staticData: { openTo: 'everyone' },
  validateSearch: momentSearch,
  component: LearnRoute,
})
