import { createFileRoute } from '@tanstack/react-router'

import { PolicyRoute } from '../../pages/security'

export const Route = createFileRoute('/_signed-in/admin/security')({
  staticData: { openTo: ['admin'] },
  component: PolicyRoute,
})
