import { createFileRoute } from '@tanstack/react-router'

import { PrivacyRoute } from '../pages/legal'
import { versionSearch } from '../search'

export const Route = createFileRoute('/privacy')({
  staticData: { openTo: 'everyone' },
  validateSearch: versionSearch,
  component: PrivacyRoute,
})
