import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { BookingPage } from '@/features/teaching/demo/booking-page'
import { ManagePage } from '@/features/teaching/demo/manage-page'
import { OwnPage } from '@/features/teaching/demo/own-page'
import { LinkFeedback } from '@/features/teaching/demofeedback/link-feedback'
import { OwnFeedback } from '@/features/teaching/demofeedback/own-feedback'
import { ButtonLink } from '@/shared/link'

import { useLinkToken } from './email-links'

const route = getRouteApi('/demo/')

/** Booking a demo class; for users also those that they have booked. */
export function DemoRoute() {
  const { mine, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const account = useAccount()
  if (mine && account)
    return (
      <OwnPage
        userId={account.user.id}
        page={page}
        onPage={(next) => void navigate({ search: { mine: true, page: next } })}
        feedback={(bookingId) => <OwnFeedback bookingId={bookingId} />}
      />
    )
  return (
    <BookingPage>
      {account && (
        <ButtonLink to="/demo" search={{ mine: true }} variant="default">
          <Trans>Your demo classes</Trans>
        </ButtonLink>
      )}
    </BookingPage>
  )
}

export function ManageDemoRoute() {
  const token = useLinkToken()
  return <ManagePage key={token} token={token} feedback={<LinkFeedback token={token} />} />
}
