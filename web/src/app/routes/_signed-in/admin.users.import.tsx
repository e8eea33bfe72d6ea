import { createFileRoute } from '@tanstack/react-router'

import { ImportPage } from '@/features/people/user/import-page'

export const Route = createFileRoute('/_signed-in/admin/users/import')({
  staticData: { openTo: ['admin'] },
  component: ImportPage,
})
