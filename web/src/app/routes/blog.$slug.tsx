import { createFileRoute } from '@tanstack/react-router'

import { PostRoute } from '../pages/blog'

export const Route = createFileRoute('/blog/$slug')({
  staticData: { openTo: 'everyone' },
  component: PostRoute,
})
