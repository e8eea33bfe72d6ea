import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { api, one } from '@/api/client'
import { toast } from '@/shared/toasts'

type Props = {
  videoId: string
  /** Goes to an address, which saves a file. */
  save?: (address: string) => void
}

/** Saves a video as a file, where its teachers have switched downloads on. */
export function DownloadButton({ videoId, save = (address) => window.location.assign(address) }: Props) {
  const download = useMutation({
    mutationFn: () => one(api.POST('/video-streaming/{id}/download', { params: { path: { id: videoId } } })),
    onSuccess: ({ url }) => save(url),
    onError: (error) => toast(error.message),
  })
  return (
    <Button
      size="compact-md"
      variant="subtle"
      leftSection={<IconDownload size={18} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      <Trans>Download video</Trans>
    </Button>
  )
}
