import { createFileRoute } from '@tanstack/react-router'

import { CompanyRoute } from '../../pages/company'

export const Route = createFileRoute('/_signed-in/company')({
  staticData: { openTo: ['corporate'] },
  component: CompanyRoute,
})
