import { getRouteApi } from '@tanstack/react-router'

import { ManagePage } from '@/features/site/blog/manage-page'
import { PostEditorPage } from '@/features/site/blog/post-editor-page'
import { CommentsMode } from '@/features/site/blogcomment/comments-mode'

import { given } from '../search'

const managed = getRouteApi('/_signed-in/teach/_area/blog')
const edited = getRouteApi('/_signed-in/teach/blog/$postId')

export function BlogPostsRoute() {
  const navigate = managed.useNavigate()
  return (
    <ManagePage
      filters={given(managed.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
      onOpen={(postId) => void navigate({ to: '/teach/blog/$postId', params: { postId } })}
    />
  )
}

export function PostEditorRoute() {
  const { postId } = edited.useParams()
  const navigate = edited.useNavigate()
  return (
    <PostEditorPage
      key={postId}
      postId={postId}
      commentsMode={(draft) => <CommentsMode postId={draft.id} mode={draft.commentsMode} />}
      onDeleted={() => void navigate({ to: '/teach/blog' })}
    />
  )
}
