import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload, IconKey, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'

import { saveFile } from '@/shared/save-file'
import { toast } from '@/shared/toasts'

import classes from './twofactor.module.css'

type Props = {
  codes: string[]
  /** Called when the user has saved the codes in one of the ways offered, or says so. */
  onKept: () => void
}

const page = (codes: string[]) =>
  t`Recovery codes for ${window.location.host}\nEach opens the account once in place of the second factor.\n\n${codes.join('\n')}\n`

/** Recovery codes, shown once: to copy, download or print. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const [blocked, setBlocked] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(page(codes))
      toast(t`The codes are copied.`)
      onKept()
    } catch {
      setBlocked(true)
    }
  }
  const print = () => {
    window.print()
    onKept()
  }
  return (
    <Stack>
      <Alert icon={<IconKey aria-hidden />} title={t`Keep them safe`}>
        <Text size="sm">
          <Trans>
            Each opens your account once when you do not have your phone or your passkey. They are not shown again: keep
            them where you keep your papers.
          </Trans>
        </Text>
      </Alert>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {blocked && (
        <Text size="sm">
          <Trans>This browser does not let pages copy. Please mark the codes, or download them.</Trans>
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => {
            saveFile(new Blob([page(codes)], { type: 'text/plain' }), 'lectern-recovery-codes.txt')
            onKept()
          }}
        >
          <Trans>Download</Trans>
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          <Trans>Print</Trans>
        </Button>
        <Button variant="subtle" onClick={onKept}>
          <Trans>I have written them down</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
