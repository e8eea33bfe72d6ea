import { createFileRoute } from '@tanstack/react-router'

import { courseQuery } from '@/features/learning/course/api'

import { ResumeRoute } from '../pages/learn'

export const Route = createFileRoute('/learn/$courseId/')({
  staticData: { openTo: 'everyone' },
  loader: ({ context, params }) => void context.client.prefetchQuery(courseQuery(params.courseId)),
  component: ResumeRoute,
})
