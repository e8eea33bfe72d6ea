import { createFileRoute } from '@tanstack/react-router'

import { PreviewRoute } from '../pages/blog-preview'

export const Route = createFileRoute('/blog/preview/$token')({
  staticData: { openTo: 'everyone' },
  component: PreviewRoute,
})
