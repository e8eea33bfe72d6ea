import { createFileRoute } from '@tanstack/react-router'

import { InvitationsRoute } from '../../pages/admin-onboarding'
import { pageSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/invitations')({
  staticData: { openTo: ['admin'] },
  validateSearch: pageSearch,
  component: InvitationsRoute,
})
