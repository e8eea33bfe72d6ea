import { createFileRoute } from '@tanstack/react-router'

import { TermsRoute } from '../pages/legal'
import { versionSearch } from '../search'

export const Route = createFileRoute('/terms')({
  staticData: { openTo: 'everyone' },
  validateSearch: versionSearch,
  component: TermsRoute,
})
