import { createFileRoute } from '@tanstack/react-router'

import { ApplicationsRoute } from '../../pages/admin-onboarding'
import { applicationsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/applications')({
  staticData: { openTo: ['admin'] },
  validateSearch: applicationsSearch,
  component: ApplicationsRoute,
})
