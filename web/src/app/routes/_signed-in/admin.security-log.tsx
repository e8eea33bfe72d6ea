import { createFileRoute } from '@tanstack/react-router'

import { SecurityLogRoute } from '../../pages/admin-security-log'
import { securityLogSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/security-log')({
  staticData: { openTo: ['admin'] },
  validateSearch: securityLogSearch,
  component: SecurityLogRoute,
})
