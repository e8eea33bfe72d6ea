import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { useBlock, useUnblock } from './api'

type Props = { userId: string; name: string; isBlocked: boolean }

/** Keeps a user from commenting, or lets them comment again. */
export function BlockButton({ userId, name, isBlocked }: Props) {
  const unblock = useUnblock(userId)
  const [asking, setAsking] = useState(false)
  if (isBlocked) {
    return (
      <Button
        size="compact-md"
        variant="subtle"
        loading={unblock.isPending}
        onClick={() =>
          unblock.mutate(undefined, {
            onSuccess: () => toast(t`${name} can comment again.`),
            onError: ({ message }) => toast(message),
          })
        }
      >
        <Trans>Unblock user</Trans>
      </Button>
    )
  }
  return (
    <>
      <Button size="compact-md" variant="subtle" onClick={() => setAsking(true)}>
        <Trans>Block user</Trans>
      </Button>
      {asking && <BlockDialog userId={userId} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}

function BlockDialog({ userId, name, onClose }: Omit<Props, 'isBlocked'> & { onClose: () => void }) {
  const block = useBlock(userId)
  const [reason, setReason] = useState('')
  const done = {
    onSuccess: () => {
      toast(t`${name} can no longer comment.`)
      onClose()
    },
  }
  return (
    <FormDialog
      title={t`Block ${name} from commenting?`}
      submit={t`Block user`}
      mutation={block}
      fields={['reason']}
      onClose={onClose}
      onSubmit={() => block.mutate(reason, done)}
    >
      <TextInput
        label={t`Reason`}
        description={t`The user sees it. What they have written so far stays as it is.`}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={fieldErrors(block.error).reason}
      />
    </FormDialog>
  )
}
