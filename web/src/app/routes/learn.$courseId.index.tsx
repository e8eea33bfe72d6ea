import { createFileRoute } from '@tanstack/react-router'

import { ResumeRoute } from '../pages/learn'

export const Route = createFileRoute('/learn/$courseId/')({
  staticData: { openTo: 'everyone' },
  component: ResumeRoute,
})
