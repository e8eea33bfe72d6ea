import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type UserDetail, useRestore } from './api'

/** Takes back the deletion of an account. */
export function Restore({ user: { id, full_name } }: { user: UserDetail }) {
  const [asking, setAsking] = useState(false)
  const restore = useRestore(id)
  const act = () =>
    restore.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toast(`${full_name} has the account back.`)
      },
    })
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        Give the account back
      </Button>
      {asking && (
        <Confirm
          title={`Give ${full_name} the account back?`}
          text="Nothing of it is erased, and they can sign in again. An email tells them."
          action="Give it back"
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={restore.isPending}
          error={restore.error}
        />
      )}
    </>
  )
}
