import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type AccessHelp as Help, type UserDetail, useAccessHelp } from './api'

type Ask = { label: string; title: string; text: string; action: string; done: string; danger?: boolean }

const asks: Record<Help, Ask> = {
  'send-reset': {
    label: 'Send a password link',
    title: 'Send a link to choose another password?',
    text: 'The email goes to their address. Until they have used the link, their password stays as it is.',
    action: 'Send it',
    done: 'An email with the link is on its way to them.',
  },
  'send-welcome': {
    label: 'Send the welcome again',
    title: 'Send the welcome again?',
    text: 'The email goes to their address, with a new link to choose a password within a week.',
    action: 'Send it',
    done: 'The email is on its way again.',
  },
  'require-new-password': {
    label: 'Require a new password',
    title: 'Require a new password?',
    text: 'Their password is good no more, and they are signed out everywhere at once. An email tells them how to choose another one.',
    action: 'Require it',
    done: 'Their password is good no more. An email tells them how to choose another one.',
    danger: true,
  },
}

/** Helps a user back into their account. */
export function AccessHelp({ user: { id, full_name, factors } }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Help>()
  const help = useAccessHelp(id)
  const shown: Help[] = factors.password ? ['send-reset', 'require-new-password'] : ['send-welcome']
  const open = (what: Help | undefined) => {
    help.reset()
    setAsked(what)
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" radius="md">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            <Trans>Help to sign in</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shown.map((what) => (
            <Menu.Item key={what} {...(asks[what].danger && { color: 'red' })} onClick={() => open(what)}>
              {asks[what].label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <Confirm
          title={asks[asked].title}
          text={`${full_name}: ${asks[asked].text}`}
          action={asks[asked].action}
          danger={asks[asked].danger ?? false}
          onConfirm={() =>
            help.mutate(asked, {
              onSuccess: () => {
                toast(asks[asked].done)
                open(undefined)
              },
            })
          }
          onClose={() => open(undefined)}
          pending={help.isPending}
          error={help.error}
        />
      )}
    </>
  )
}
