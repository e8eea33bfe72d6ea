import { Trans } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'

import { coverTypes } from '@/shared/cover-file'

type Props = { label: string; pending: boolean; onFile: (file: File) => void }

/** Chooses a picture of this device. */
export function UploadButton({ label, pending, onFile }: Props) {
  const reset = useRef<() => void>(null) // so that the same file can be chosen again
  return (
    <FileButton
      resetRef={reset}
      accept={coverTypes.join(',')}
      inputProps={{ 'aria-label': label }}
      onChange={(file) => {
        reset.current?.()
        if (file) onFile(file)
      }}
    >
      {(button) => (
        <Button {...button} loading={pending} leftSection={<IconUpload size={18} />}>
          <Trans>Upload picture</Trans>
        </Button>
      )}
    </FileButton>
  )
}
