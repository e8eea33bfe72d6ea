import { createFileRoute } from '@tanstack/react-router'

import { NewsletterPreferencesRoute } from '../pages/newsletter'

export const Route = createFileRoute('/newsletter/preferences')({
  staticData: { openTo: 'everyone' },
  component: NewsletterPreferencesRoute,
})
