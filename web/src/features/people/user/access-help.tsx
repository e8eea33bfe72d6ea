import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type AccessHelp as Help, type UserDetail, useAccessHelp } from './api'

type Ask = { label: string; title: string; text: string; action: string; done: string; danger?: boolean }

const asksAbout = (name: string): Record<Help, Ask> => ({
  'send-reset': {
    label: t`Send password link`,
    title: t`Send a password link to ${name}?`,
    text: t`We email them a link to choose a new password. Until they use it, their password stays the same.`,
    action: t`Send link`,
    done: t`Password link sent.`,
  },
  'send-welcome': {
    label: t`Send welcome email again`,
    title: t`Send the welcome email to ${name} again?`,
    text: t`It contains a new link to choose a password, which is valid for a week.`,
    action: t`Send email`,
    done: t`Welcome email sent.`,
  },
  'require-new-password': {
    label: t`Require new password`,
    title: t`Require a new password from ${name}?`,
    text: t`Their password stops working and they are signed out everywhere. An email tells them how to choose a new one.`,
    action: t`Require new password`,
    done: t`Password revoked. An email tells them how to choose a new one.`,
    danger: true,
  },
})

/** Helps a user back into their account. */
export function AccessHelp({ user: { id, full_name, factors } }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Help>()
  const help = useAccessHelp(id)
  const asks = asksAbout(full_name)
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
            <Trans>Sign-in help</Trans>
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
          text={asks[asked].text}
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
