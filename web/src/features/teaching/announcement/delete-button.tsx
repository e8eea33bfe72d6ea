import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { useDelete } from './api'

/** Deletes an announcement, once that has been confirmed. */
export function DeleteButton({ id, title }: { id: string; title: string }) {
  const [asking, setAsking] = useState(false)
  const remove = useDelete()
  return (
    <>
      <Button variant="default" size="xs" h={36} aria-label={t`Delete “${title}”`} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Delete “${title}”?`}
          text={t`It disappears for everyone, with the record of who has read it. You can't undo it.`}
          action={t`Delete announcement`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(id, {
              onSuccess: () => {
                setAsking(false)
                toast(t`Announcement deleted.`)
              },
            })
          }
        />
      )}
    </>
  )
}
