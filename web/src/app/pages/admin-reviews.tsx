import { getRouteApi } from '@tanstack/react-router'

import { ModerationPage } from '@/features/learning/review/moderation-page'

const route = getRouteApi('/_signed-in/admin/reviews')

export function ReviewsRoute() {
  const navigate = route.useNavigate()
  const { state = 'reported' } = route.useSearch()
  return <ModerationPage state={state} onState={(next) => void navigate({ search: { state: next }, replace: true })} />
}
