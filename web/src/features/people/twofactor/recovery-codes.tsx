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

function page(codes: string[]) {
  const site = window.location.host
  const head = [
    t`Recovery codes for ${site}`,
    t`Each code signs you in once, instead of your authenticator app or passkey.`,
  ]
  return [...head, '', ...codes, ''].join('\n')
}

/** Recovery codes, shown once: to copy, download or print. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const [blocked, setBlocked] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(page(codes))
      toast(t`Codes copied.`)
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
      <Alert icon={<IconKey aria-hidden />} title={t`Save your recovery codes`}>
        <Text size="sm">
          <Trans>
            Each code signs you in once if you don't have your phone or passkey. Store them in a safe place: they won't
            be shown again.
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
          <Trans>Your browser blocked copying. Select the codes and copy them, or download them.</Trans>
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
          <Trans>I've saved them</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
