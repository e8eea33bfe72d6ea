import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { deviceName } from '@/shared/device-name'
import { toast } from '@/shared/toasts'

import { type UserDetail, useEndTheirSession, useEndTheirSessions } from './api'

type UserProps = { id: string; name: string }

/** Ends a session of a user, after a confirmation. */
export function EndSession({ id, name, session }: UserProps & { session: UserDetail['sessions'][number] }) {
  const end = useEndTheirSession(id)
  const device = deviceName(session.user_agent)
  return (
    <ConfirmedButton
      label={t`Sign out`}
      aria-label={t`Sign out ${device}`}
      title={t`Sign ${name} out on this device?`}
      text={t`They can sign in again. If someone else is using the account, lock it.`}
      end={{ ...end, start: (ended) => end.mutate(session.id, ended) }}
      done={t`${name} is signed out on this device.`}
    />
  )
}

/** Ends all sessions of a user, after a confirmation. */
export function EndAllSessions({ id, name }: UserProps) {
  const end = useEndTheirSessions(id)
  return (
    <ConfirmedButton
      label={t`Sign out everywhere`}
      mb="sm"
      title={t`Sign ${name} out everywhere?`}
      text={t`They can sign in again. If someone else knows their password, require a new one.`}
      end={{ ...end, start: (ended) => end.mutate(undefined, ended) }}
      done={t`${name} is signed out everywhere.`}
    />
  )
}

type ConfirmedButtonProps = ButtonProps & {
  label: string
  'aria-label'?: string
  title: string
  text: string
  end: { start: (ended: { onSuccess: () => void }) => void; isPending: boolean; error: Error | null }
  done: string
}

function ConfirmedButton({ label, title, text, end, done, ...button }: ConfirmedButtonProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const onSuccess = () => {
    close()
    toast(done)
  }
  return (
    <>
      <Button variant="light" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Confirm
          title={title}
          text={text}
          action={t`Sign out`}
          danger
          onConfirm={() => end.start({ onSuccess })}
          onClose={close}
          pending={end.isPending}
          error={end.error}
        />
      )}
    </>
  )
}
