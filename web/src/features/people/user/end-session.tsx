import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type UserDetail, useEndTheirSession, useEndTheirSessions } from './api'

type Props = { id: string; name: string; session: UserDetail['sessions'][number] }

/** Ends a session of a user, after a confirmation. */
export function EndSession({ id, name, session }: Props) {
  const [asking, setAsking] = useState(false)
  const end = useEndTheirSession(id)
  const act = () =>
    end.mutate(session.id, {
      onSuccess: () => {
        setAsking(false)
        toast(`${name} is signed out there.`)
      },
    })
  return (
    <>
      <Button
        variant="light"
        onClick={() => setAsking(true)}
        aria-label={`Sign out ${session.user_agent || 'the unknown device'}`}
      >
        Sign out
      </Button>
      {asking && (
        <Confirm
          title={`Sign ${name} out there?`}
          text="That device is signed out at once. They can sign in again with what they know; lock the account if somebody else is in it."
          action="Sign out"
          danger
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={end.isPending}
          error={end.error}
        />
      )}
    </>
  )
}

/** Ends all sessions of a user, after a confirmation. */
export function EndAllSessions({ id, name }: Pick<Props, 'id' | 'name'>) {
  const [asking, setAsking] = useState(false)
  const end = useEndTheirSessions(id)
  const act = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toast(`${name} is signed out everywhere.`)
      },
    })
  return (
    <>
      <Button variant="light" mb="sm" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      {asking && (
        <Confirm
          title={`Sign ${name} out everywhere?`}
          text="All their devices are signed out at once. They can sign in again with what they know; require a new password if somebody else knows it."
          action="Sign out"
          danger
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={end.isPending}
          error={end.error}
        />
      )}
    </>
  )
}
