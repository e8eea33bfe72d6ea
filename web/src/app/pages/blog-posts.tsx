import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '@/features/people/account/api'
import { ManagePage } from '@/features/site/blog/manage-page'
import { PostEditorPage } from '@/features/site/blog/post-editor-page'
import { CommentsMode } from '@/features/site/blogcomment/comments-mode'
import { ExportButton } from '@/features/site/blogexchange/export-button'
import { TagsPage } from '@/features/site/blogtag/tags-page'
import { uploadPicture } from '@/features/site/media/api'

import { LibraryPage } from '@/features/site/media/library-page'
import { chosen, PictureChooser } from '@/features/site/media/picture-chooser'
import { ButtonLink } from '@/shared/link'
import { toast } from '@/shared/toasts'

import { given } from '../search'

const library = getRouteApi('/_signed-in/teach/_area/media')
const tags = getRouteApi('/_signed-in/teach/_area/blog_/tags')
const managed = getRouteApi('/_signed-in/teach/_area/blog')
const edited = getRouteApi('/_signed-in/teach/blog/$postId')

export function BlogPostsRoute() {
  const navigate = managed.useNavigate()
  const filters = given(managed.useSearch())
  const { status } = filters
  const isAdministrator = useAccount()?.roles.includes('admin')
  return (
    <ManagePage
      filters={filters}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
      onOpen={(postId) => void navigate({ to: '/teach/blog/$postId', params: { postId } })}
      actions={
        isAdministrator && (
          <>
            <ExportButton status={status === 'deleted' ? undefined : status} />
            <ButtonLink to="/teach/blog/tags" variant="default">
              <Trans>Tags</Trans>
            </ButtonLink>
            <ButtonLink to="/teach/blog/import" variant="default">
              <Trans>Import posts</Trans>
            </ButtonLink>
          </>
        )
      }
    />
  )
}

export function LibraryRoute() {
  const navigate = library.useNavigate()
  return (
    <LibraryPage
      filters={given(library.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
    />
  )
}

export function BlogTagsRoute() {
  const navigate = tags.useNavigate()
  return (
    <TagsPage
      filters={given(tags.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
    />
  )
}

const upload = (file: File) =>
  uploadPicture(file).then(chosen, (error: Error) => {
    toast(error.message)
    return undefined
  })

export function PostEditorRoute() {
  const { postId } = edited.useParams()
  const navigate = edited.useNavigate()
  return (
    <PostEditorPage
      key={postId}
      postId={postId}
      onUpload={upload}
      chooser={(onChoose, onClose) => <PictureChooser onChoose={onChoose} onClose={onClose} />}
      commentsMode={(draft) => <CommentsMode postId={draft.id} mode={draft.commentsMode} />}
      onDeleted={() => void navigate({ to: '/teach/blog' })}
    />
  )
}
