import { getRouteApi } from '@tanstack/react-router'

import { PreviewPage } from '@/features/site/blog/preview-page'

const route = getRouteApi('/blog/preview/$token')

export function PreviewRoute() {
  const { token } = route.useParams()
  return <PreviewPage token={token} />
}
