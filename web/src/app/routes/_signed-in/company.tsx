import { createFileRoute } from '@tanstack/react-router'

import { CompanyRoute } from '../../pages/company'
import { companySearch } from '../../search'

export const Route = createFileRoute('/_signed-in/company')({
  staticData: { openTo: ['corporate', 'admin'] },
  validateSearch: companySearch,
  component: CompanyRoute,
})
