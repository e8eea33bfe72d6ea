import { createFileRoute } from '@tanstack/react-router'

import { AuditRoute } from '../../pages/admin-audit'
import { auditSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/audit')({
  staticData: { openTo: ['admin'] },
  validateSearch: auditSearch,
  component: AuditRoute,
})
