import { getRouteApi } from '@tanstack/react-router'

import { CommentModerationPage } from '@/features/site/blogcomment/moderation-page'

const route = getRouteApi('/_signed-in/admin/comments')

export function BlogCommentsRoute() {
  const navigate = route.useNavigate()
  const { queue = 'pending' } = route.useSearch()
  return (
    <CommentModerationPage
      queue={queue}
      onQueue={(next) => void navigate({ search: { queue: next }, replace: true })}
    />
  )
}
