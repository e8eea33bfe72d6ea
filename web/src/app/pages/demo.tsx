import { ManagePage } from '@/features/teaching/demo/manage-page'
import { LinkFeedback } from '@/features/teaching/demofeedback/link-feedback'

import { useLinkToken } from './email-links'

export { BookingPage as DemoRoute } from '@/features/teaching/demo/booking-page'

export function ManageDemoRoute() {
  const token = useLinkToken()
  return <ManagePage key={token} token={token} feedback={<LinkFeedback token={token} />} />
}
