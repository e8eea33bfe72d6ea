import { getRouteApi } from '@tanstack/react-router'

import { MailPage } from '@/features/platform/mail/mail-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/mail')

export function MailRoute() {
  const navigate = route.useNavigate()
  return <MailPage view={given(route.useSearch())} onView={(search) => void navigate({ search, resetScroll: false })} />
}
