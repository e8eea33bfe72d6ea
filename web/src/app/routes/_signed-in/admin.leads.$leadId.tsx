import { createFileRoute } from '@tanstack/react-router'

import { LeadRoute } from '../../pages/admin-leads'

export const Route = createFileRoute('/_signed-in/admin/leads/$leadId')({
  staticData: { openTo: ['admin'] },
  component: LeadRoute,
})
