import { getRouteApi } from '@tanstack/react-router'

import { ApplicationsPage } from '@/features/people/application/applications-page'
import { InvitationsPage } from '@/features/people/invitation/invitations-page'

import { given } from '../search'

const applications = getRouteApi('/_signed-in/admin/applications')
const invitations = getRouteApi('/_signed-in/admin/invitations')

export function ApplicationsRoute() {
  const navigate = applications.useNavigate()
  return (
    <ApplicationsPage
      filters={given(applications.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

export function InvitationsRoute() {
  const navigate = invitations.useNavigate()
  const { page = 1 } = given(invitations.useSearch())
  return <InvitationsPage page={page} onPage={(next) => void navigate({ search: { page: next } })} />
}
