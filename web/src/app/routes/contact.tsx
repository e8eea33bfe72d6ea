import { createFileRoute } from '@tanstack/react-router'

import { ContactRoute } from '../pages/contact'

export const Route = createFileRoute('/contact')({
  staticData: { openTo: 'everyone' },
  component: ContactRoute,
})
