import { createFileRoute } from '@tanstack/react-router'

import { courseQuery } from '@/features/learning/course/api'

import { LearnRoute } from '../pages/learn'
import { momentSearch } from '../search'

export const Route = createFileRoute('/learn/$courseId/$videoId')({
  staticData: { openTo: 'everyone' },
  validateSearch: momentSearch,
  loader: ({ context, params }) => void context.client.prefetchQuery(courseQuery(params.courseId)),
  component: LearnRoute,
})
