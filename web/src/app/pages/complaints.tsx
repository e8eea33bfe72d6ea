import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { NewComplaintPage } from '@/features/commerce/complaint/new-complaint-page'
import { ThreadPage } from '@/features/commerce/complaint/thread-page'
import { ownOrdersQuery } from '@/features/commerce/order/api'
import { learnerCoursesQuery } from '@/features/learning/analytics/api'
import { useSignedIn } from '@/features/people/account/api'

import { useLinkToken } from './email-links'

const thread = getRouteApi('/_signed-in/complaints/$key')

export function NewComplaintRoute() {
  const navigate = useNavigate()
  const isSignedIn = useSignedIn()
  const courses = useQuery({ ...learnerCoursesQuery({}), enabled: isSignedIn })
  const orders = useQuery({ ...ownOrdersQuery(1), enabled: isSignedIn })
  return (
    <NewComplaintPage
      isSignedIn={isSignedIn}
      courses={(courses.data?.items ?? []).map(({ course: { id, title } }) => ({ value: id, label: title }))}
      orders={(orders.data?.items ?? []).map(({ id, number, lines }) => ({
        value: id,
        label: `${number} · ${lines.map(({ title }) => title).join(', ')}`,
      }))}
      onSent={(path) => {
        const [page = '', token] = path.split('#')
        if (token) void navigate({ to: '/complaints/track', hash: token })
        else void navigate({ to: '/complaints/$key', params: { key: page.slice(page.lastIndexOf('/') + 1) } })
      }}
    />
  )
}

/** A complaint by the private link of a visitor. */
export function TrackComplaintRoute() {
  const token = useLinkToken()
  return <ThreadPage key={token} token={token || 'none'} />
}

/** A complaint of the user. */
export function ComplaintThreadRoute() {
  const { key } = thread.useParams()
  return <ThreadPage key={key} token={key} />
}
