import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { StaffPage } from '@/features/teaching/demo/staff-page'
import { StatsPage } from '@/features/teaching/demofeedback/stats-page'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'

const taught = getRouteApi('/_signed-in/teach/_area/demos')
const administered = getRouteApi('/_signed-in/admin/demos')
const taughtFeedback = getRouteApi('/_signed-in/teach/_area/demos_/feedback')
const administeredFeedback = getRouteApi('/_signed-in/admin/demos_/feedback')

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
    >
      <ButtonLink to="/teach/demos/feedback" variant="default">
        <Trans>Feedback</Trans>
      </ButtonLink>
    </StaffPage>
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
    >
      <ButtonLink to="/admin/demos/feedback" variant="default">
        <Trans>Feedback</Trans>
      </ButtonLink>
    </StaffPage>
  )
}

/** Feedback on the demo classes that the user gives; administrators see all. */
export function TaughtDemoFeedbackRoute() {
  const navigate = taughtFeedback.useNavigate()
  const filters = given(taughtFeedback.useSearch())
  const account = useAccount()
  if (!account) return null
  return (
    <StatsPage
      forAll={account.roles.includes('admin')}
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    >
      <ButtonLink to="/teach/demos" variant="default">
        <Trans>All demo classes</Trans>
      </ButtonLink>
    </StatsPage>
  )
}

/** Feedback on all demo classes, in the administration. */
export function AdminDemoFeedbackRoute() {
  const navigate = administeredFeedback.useNavigate()
  return (
    <StatsPage
      forAll
      filters={given(administeredFeedback.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    >
      <ButtonLink to="/admin/demos" variant="default">
        <Trans>All demo classes</Trans>
      </ButtonLink>
    </StatsPage>
  )
}
