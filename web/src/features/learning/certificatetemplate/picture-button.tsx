import { t } from '@lingui/core/macro'
import { Button, FileButton, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'

import type { Schema } from '@/api/client'

import { useUpload } from './api'

type Props = {
  label: string
  disabled?: boolean
  onUploaded: (picture: Schema<'CertificatePicture'>) => void
}

/** Uploads a picture for a certificate. */
export function PictureButton({ label, disabled = false, onUploaded }: Props) {
  const upload = useUpload()
  const reset = useRef<() => void>(null)
  const send = (file: File | null) =>
    file &&
    upload.mutate(file, {
      onSuccess: onUploaded,
      onSettled: () => reset.current?.(), // so that the same file can be chosen again
    })
  return (
    <div>
      <FileButton
        resetRef={reset}
        onChange={send}
        accept="image/png,image/jpeg,image/webp"
        disabled={disabled}
        inputProps={{ 'aria-label': t`Picture file` }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPhoto size={18} />}
            loading={upload.isPending}
            disabled={disabled}
          >
            {label}
          </Button>
        )}
      </FileButton>
      {upload.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {upload.error.message}
        </Text>
      )}
    </div>
  )
}
