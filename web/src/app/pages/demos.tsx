import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { StaffPage } from '@/features/teaching/demo/staff-page'

import { given } from '../search'

const taught = getRouteApi('/_signed-in/teach/_area/demos')
const administered = getRouteApi('/_signed-in/admin/demos')

/** The demo classes that the user gives; administrators see all. */
export function TaughtDemosRoute() {
  const navigate = taught.useNavigate()
  const filters = given(taught.useSearch())
  const account = useAccount()
  if (!account) return null
  return (
    <StaffPage
      instructorId={account.roles.includes('admin') ? '' : account.user.id}
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

/** All demo classes, in the administration. */
export function AdminDemosRoute() {
  const navigate = administered.useNavigate()
  return (
    <StaffPage
      instructorId=""
      filters={given(administered.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
