import { createFileRoute } from '@tanstack/react-router'

import { ComplaintRoute } from '../../pages/admin-complaints'

export const Route = createFileRoute('/_signed-in/admin/complaints/$complaintId')({
  staticData: { openTo: ['admin'] },
  component: ComplaintRoute,
})
