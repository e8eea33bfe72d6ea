import { createFileRoute } from '@tanstack/react-router'

import { LearnRoute } from '../pages/learn'
import { prefetchLesson } from '../pages/prefetch-lesson'
import { momentSearch } from '../search'

export const Route = createFileRoute('/learn/$courseId/$videoId')({
  staticData: { openTo: 'everyone' },
  validateSearch: momentSearch,
  loader: ({ context, params }) => void prefetchLesson(context.client, params.courseId, params.videoId),
  component: LearnRoute,
})
