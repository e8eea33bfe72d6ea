import { createFileRoute } from '@tanstack/react-router'

import { CompaniesPage } from '@/features/commerce/company/companies-page'

export const Route = createFileRoute('/_signed-in/admin/companies')({
  staticData: { openTo: ['admin'] },
  component: CompaniesPage,
})
