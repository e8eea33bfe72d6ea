import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Indicator.layer.css'

import { ActionIcon, Button, Group, Indicator, Popover, Title } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'

import { ButtonLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Notification, newestQuery, unreadQuery, useLive, useReadAll } from './api'
import classes from './bell.module.css'
import { NotificationRow } from './notification-row'
import rowClasses from './notification-row.module.css'

const mostShown = 99

/** The number of unread notifications, and the newest of them. Arrivals show as toasts. */
export default function Bell() {
  const unread = useQuery(unreadQuery()).data ?? 0
  const [open, setOpen] = useState(false)
  const heading = useId()
  useLive(useCallback(({ title }: Notification) => toast(title), []))
  const label = unread > mostShown ? `${mostShown}+` : String(unread)

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Indicator
        label={<span aria-hidden>{label}</span>}
        disabled={unread === 0}
        size={18}
        offset={9}
        color="school"
        classNames={{ indicator: classes.count }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--ink)"
            size={44}
            radius="xl"
            aria-label={unread === 0 ? t`Notifications` : t`Notifications, ${label} unread`}
            onClick={() => setOpen(!open)}
          >
            <IconBell size={21} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="sm" className={classes.panel} aria-labelledby={heading}>
        <Newest heading={heading} unread={unread} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

type NewestProps = { heading: string; unread: number; onLeave: () => void }

function Newest({ heading, unread, onLeave }: NewestProps) {
  const newest = useQuery(newestQuery())
  const readAll = useReadAll()
  const first = newest.data?.[0]

  return (
    <>
      <Group justify="space-between" px="xs" mb="xs" mih={36}>
        <Title order={2} size="h5" id={heading}>
          <Trans>Notifications</Trans>
        </Title>
        {unread > 0 && first && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate(first.id)}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </Group>
      <QueryView
        query={newest}
        skeleton={<Rows height={60} />}
        isEmpty={(items) => items.length === 0}
        empty={
          <p className={classes.nothing}>
            <Trans>No notifications yet.</Trans>
          </p>
        }
      >
        {(items) => (
          <ul className={rowClasses.list}>
            {items.map((n) => (
              <NotificationRow key={n.id} notification={n} onFollowed={onLeave} />
            ))}
          </ul>
        )}
      </QueryView>
      <Group grow gap="xs" className={classes.ways}>
        <ButtonLink to="/notifications" variant="light" onClick={onLeave}>
          <Trans>View all</Trans>
        </ButtonLink>
        <ButtonLink to="/settings/notifications" variant="subtle" onClick={onLeave}>
          <Trans>Settings</Trans>
        </ButtonLink>
      </Group>
    </>
  )
}
