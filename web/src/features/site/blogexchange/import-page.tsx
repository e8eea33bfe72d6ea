import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Stack } from '@mantine/core'
import { IconArrowLeft, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'

import { FileDrop } from '@/shared/file-drop'
import { decimal } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'

import { type PostsFile, useImportPosts, usePostsPreview } from './api'
import { ImportPreview, ImportView } from './import-view'

/** Imports posts from a file: a preview first, then the result. */
export function ImportPage() {
  const [choice, setChoice] = useState<Partial<PostsFile>>({})
  const preview = usePostsPreview()
  const commit = useImportPosts()
  const look = (change: Partial<PostsFile>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    commit.reset()
    if (next.posts) preview.mutate({ publish: false, ...next, posts: next.posts })
  }
  const startAgain = () => [setChoice({}), commit.reset(), preview.reset()]
  const looked = preview.variables

  return (
    <>
      <TextLink to="/teach/blog" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> <Trans>All posts</Trans>
      </TextLink>
      <PageHead
        title={t`Import posts`}
        lead={t`Upload Markdown files with their pictures, such as an export of posts, or an export of Ghost. Posts that were imported before are updated.`}
      />
      <Stack>
        {!commit.data && (
          <>
            <Pick onFile={(posts) => look({ posts })} loading={preview.isPending} again={choice.posts !== undefined} />
            <Checkbox
              label={t`Publish posts as they were`}
              description={t`Otherwise new posts are drafts, and of published ones only the drafts change.`}
              checked={choice.publish ?? false}
              onChange={(event) => look({ publish: event.currentTarget.checked })}
            />
          </>
        )}
        {preview.error && <Failure error={preview.error} />}
        {commit.error && <Failure error={commit.error} />}
        {commit.data ? (
          <ImportView id={commit.data.id} onAgain={startAgain} />
        ) : (
          looked &&
          preview.data && (
            <ImportPreview
              key={preview.data.id}
              id={preview.data.id}
              pending={commit.isPending}
              onCommit={() => commit.mutate(looked)}
            />
          )
        )}
      </Stack>
    </>
  )
}

type PickProps = { onFile: (file: File) => void; loading: boolean; again: boolean }

function Pick({ onFile, loading, again }: PickProps) {
  const files = decimal(10_000)
  return (
    <FileDrop
      label={t`Drop a file with posts`}
      icon={<IconFileZip size={36} stroke={1.4} aria-hidden="true" />}
      prompt={<Trans>Drop a zip or JSON file here or choose one.</Trans>}
      hint={
        <Trans>
          From Ghost: its JSON file, or a zip file with it and the pictures in content/images. Up to {files} files and
          512 MB. You see a preview before anything changes.
        </Trans>
      }
      field={t`File with posts`}
      accept=".zip,.json,application/zip,application/json"
      isPending={loading}
      isChosen={again}
      onFile={onFile}
    />
  )
}
