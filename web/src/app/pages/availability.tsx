import { Trans } from '@lingui/react/macro'
import { IconArrowLeft } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'

import { AvailabilityPage } from '@/features/teaching/availability/availability-page'
import { TextLink } from '@/shared/link'

export const OwnAvailabilityRoute = () => <AvailabilityPage />

const one = getRouteApi('/_signed-in/admin/users/$userId_/availability')

/** The availability of an instructor, for administrators. */
export function AvailabilityRoute() {
  const { userId } = one.useParams()
  return (
    <AvailabilityPage
      key={userId}
      instructorId={userId}
      back={
        <TextLink
          to="/admin/users/$userId"
          params={{ userId }}
          size="sm"
          mb="sm"
          display="inline-flex"
          style={{ gap: 6, alignItems: 'center' }}
        >
          <IconArrowLeft size={16} aria-hidden="true" /> <Trans>Account</Trans>
        </TextLink>
      }
    />
  )
}
