import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useInvitation } from './api'

/** Shows a text with which people are invited to a meeting, to copy. */
export function InvitationButton({ of }: { of: string }) {
  const invitation = useInvitation(of)
  return (
    <>
      {invitation.error && <Failure error={invitation.error} />}
      <Button variant="default" loading={invitation.isPending} onClick={() => invitation.mutate()}>
        <Trans>Show invitation</Trans>
      </Button>
      {invitation.data && <InvitationDialog text={invitation.data.invitation} onClose={invitation.reset} />}
    </>
  )
}

function InvitationDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const [blocked, setBlocked] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t`Invitation copied.`)
      onClose()
    } catch {
      setBlocked(true)
    }
  }
  return (
    <Dialog title={t`Invitation`} onClose={onClose}>
      <Textarea
        label={t`Text of the invitation`}
        description={t`Send it to those who are expected. Each of them signs in and gets a link of their own.`}
        readOnly
        rows={10}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      {blocked && (
        <Text size="sm" role="alert">
          <Trans>Your browser blocked copying. Select the text and copy it.</Trans>
        </Text>
      )}
      <DialogActions onCancel={onClose}>
        <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          <Trans>Copy invitation</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
