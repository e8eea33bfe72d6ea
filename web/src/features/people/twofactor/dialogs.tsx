import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useBeginAuthenticator, useConfirmAuthenticator } from './api'
import { AppSetup } from './app-setup'
import { RecoveryCodes } from './recovery-codes'

type Setup = { onClose: () => void; onCodes: (codes: string[]) => void }

/** Sets up an authenticator app. */
export function SetupDialog({ onClose, onCodes }: Setup) {
  const { mutate: begin, data: setup, error } = useBeginAuthenticator()
  const confirm = useConfirmAuthenticator()
  useEffect(() => begin(), [begin])
  const done = (codes: string[]) => {
    toast(t`Authenticator app set up.`)
    onClose()
    onCodes(codes)
  }
  return (
    <Dialog title={t`Set up authenticator app`} onClose={onClose} size="lg">
      {error ? (
        <Failure error={error} retry={() => begin()} />
      ) : setup ? (
        <AppSetup
          setup={setup}
          send={confirm}
          onCode={(code, refused) =>
            confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => done(recoveryCodes), onError: refused })
          }
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

/** Shows recovery codes, once. It closes when the user confirms having saved them. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog
      title={t`Your recovery codes`}
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={kept}
    >
      <RecoveryCodes codes={codes} onKept={() => setKept(true)} />
      <Group justify="flex-end">
        <Button disabled={!kept} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
