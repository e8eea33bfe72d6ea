import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import { toast } from '@/shared/toasts'

import { type ExportStatus, useExportPosts } from './api'

/** Downloads the posts that the list shows by their status, as Markdown files with their pictures. */
export function ExportButton({ status }: { status: ExportStatus | undefined }) {
  const posts = useExportPosts(status)
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} />}
      loading={posts.isPending}
      onClick={() => posts.mutate(undefined, { onError: ({ message }) => toast(message) })}
    >
      <Trans>Export</Trans>
    </Button>
  )
}
