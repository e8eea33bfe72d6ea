import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'

import { useSignedIn } from '@/features/people/account/api'
import { BlogPage } from '@/features/site/blog/blog-page'
import { PostPage } from '@/features/site/blog/post-page'

import { given } from '../search'

const Comments = lazy(() => import('./blog-comments'))

const all = getRouteApi('/blog/')
const one = getRouteApi('/blog/$slug')

export function BlogRoute() {
  const navigate = all.useNavigate()
  return (
    <BlogPage
      filters={given(all.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
    />
  )
}

export function PostRoute() {
  const { slug } = one.useParams()
  const navigate = one.useNavigate()
  const moved = useCallback(
    (current: string) => void navigate({ params: { slug: current }, replace: true }),
    [navigate],
  )
  const signedIn = useSignedIn()
  return (
    <PostPage
      key={slug}
      slug={slug}
      signedIn={signedIn}
      comments={(postId, current) => (
        <Suspense>
          <Comments postId={postId} slug={current} signedIn={signedIn} />
        </Suspense>
      )}
      onMoved={moved}
    />
  )
}
