import { createFileRoute } from '@tanstack/react-router'

import { TermsPage } from '@/features/people/terms/terms-page'

export const Route = createFileRoute('/_signed-in/admin/terms')({
  staticData: { openTo: ['admin'] },
  component: TermsPage,
})
