import { createFileRoute } from '@tanstack/react-router'

import { MailRoute } from '../../pages/admin-mail'
import { mailSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/mail')({
  staticData: { openTo: ['admin'] },
  validateSearch: mailSearch,
  component: MailRoute,
})
