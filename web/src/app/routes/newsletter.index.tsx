import { createFileRoute } from '@tanstack/react-router'

import { NewsletterRoute } from '../pages/newsletter'

export const Route = createFileRoute('/newsletter/')({
  staticData: { openTo: 'everyone' },
  component: NewsletterRoute,
})
