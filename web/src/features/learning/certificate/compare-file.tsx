import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, FileButton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { DropArea } from '@/shared/drop-area'

import classes from './verify-page.module.css'

const largest = 20 << 20 // bytes: a certificate has some 100 KB

/** The SHA-256 of a file in hexadecimal digits. */
async function sha256Of(file: File) {
  const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares a PDF with the one that was issued. The file stays on the device. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const compare = useMutation({
    mutationFn: async (file: File) => ({
      name: file.name,
      isSame: file.size <= largest && (await sha256Of(file)) === sha256,
    }),
  })
  const take = (file: File | null | undefined) => file && compare.mutate(file)
  if (!crypto.subtle) return null // browsers have it on secure pages alone
  return (
    <div>
      <DropArea label={t`Compare a file`} className={classes.drop} onFiles={([file]) => take(file)}>
        <Stack align="center" gap="xs">
          <Title order={2} size="h5">
            <Trans>Do you have the PDF?</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>Drop it here to see if it is the file that was issued. It stays on your device.</Trans>
          </Text>
          <FileButton accept="application/pdf" onChange={take}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileSearch size={18} />}>
                <Trans>Choose PDF</Trans>
              </Button>
            )}
          </FileButton>
        </Stack>
      </DropArea>
      <div aria-live="polite">{compare.data && <Result {...compare.data} />}</div>
      {compare.error && (
        <Alert role="alert" color="red" mt="sm" icon={<IconAlertTriangle />}>
          <Trans>The file can't be read. Choose it again.</Trans>
        </Alert>
      )}
    </div>
  )
}

const Result = ({ name, isSame }: { name: string; isSame: boolean }) =>
  isSame ? (
    <Alert color="evergreen" mt="sm" icon={<IconCircleCheck />}>
      <Trans>“{name}” is the file that was issued, to the last byte.</Trans>
    </Alert>
  ) : (
    <Alert color="red" mt="sm" icon={<IconAlertTriangle />}>
      <Trans>
        “{name}” is not the file that was issued. It may be a scan or a copy that was saved again, or it was changed.
        Compare what it says with the list above.
      </Trans>
    </Alert>
  )
