import { createFileRoute } from '@tanstack/react-router'

import { BulkJobsPage } from '@/features/people/user/bulk-jobs-page'

export const Route = createFileRoute('/_signed-in/admin/users/bulk')({
  staticData: { openTo: ['admin'] },
  component: BulkJobsPage,
})
