import { Trans } from '@lingui/react/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Ago } from '@/shared/ago'

import { type Notification, useRead } from './api'
import { groups } from './labels'
import classes from './notification-row.module.css'

type Props = {
  notification: Notification
  /** Called when its link has been followed. */
  onFollowed?: () => void
  /** Further actions. */
  children?: ReactNode
}

/** One notification: following it marks it as read. */
export function NotificationRow({ notification, onFollowed, children }: Props) {
  const { id, group, title, body, link, created_at, read_at } = notification
  const read = useRead()
  const { history } = useRouter()
  const { icon: Icon } = groups[group]
  const follow = () => {
    if (!read_at) read.mutate(id)
    if (link) history.push(link)
    onFollowed?.()
  }

  return (
    <li className={classes.row} data-unread={!read_at || undefined}>
      <UnstyledButton className={classes.follow} onClick={follow} disabled={!link && Boolean(read_at)}>
        <span className={classes.sign}>
          <Icon size={20} stroke={1.7} aria-hidden />
        </span>
        <span className={classes.words}>
          <Text component="span" fw={read_at ? 500 : 650} c="var(--ink)">
            {!read_at && (
              <span className="visually-hidden">
                <Trans>Unread:</Trans>{' '}
              </span>
            )}
            {title}
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {body}
          </Text>
          <Text component="span" size="xs" c="dimmed">
            <Ago at={created_at} />
          </Text>
        </span>
        {!read_at && <span className={classes.dot} aria-hidden />}
      </UnstyledButton>
      {children}
    </li>
  )
}
