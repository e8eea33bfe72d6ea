import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Chip, Container, Group } from '@mantine/core'
import { IconSettings, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import {
  type Group as GroupName,
  type Notification,
  notificationsQuery,
  unreadQuery,
  useReadAll,
  useRemove,
} from './api'
import type { NotificationFilters } from './filters'
import { groups } from './labels'
import { NotificationRow } from './notification-row'
import classes from './notification-row.module.css'
import pageClasses from './notifications-page.module.css'

type Props = {
  filters: NotificationFilters
  onFilters: (filters: NotificationFilters) => void
  /** The groups of notifications that the user can receive. */
  offered: GroupName[]
}

/** All notifications of the user, newest first. */
export function NotificationsPage({ filters, onFilters, offered }: Props) {
  const list = useInfiniteQuery(notificationsQuery(filters))
  const unread = useQuery(unreadQuery()).data ?? 0
  const readAll = useReadAll()
  const first = list.data?.[0]
  const narrowed = filters.unread !== undefined || filters.group !== undefined

  return (
    <Container size={780} py={{ base: 'md', sm: 'xl' }}>
      <PageHead title={t`Notifications`} lead={t`News about your courses and your account, kept for 6 months.`}>
        <Button
          variant="default"
          loading={readAll.isPending}
          disabled={unread === 0 || !first}
          onClick={() => first && readAll.mutate(first.id)}
        >
          <Trans>Mark all as read</Trans>
        </Button>
        <ButtonLink to="/settings/notifications" variant="subtle" leftSection={<IconSettings size={18} />}>
          <Trans>Notification settings</Trans>
        </ButtonLink>
      </PageHead>
      {readAll.error && <Failure error={readAll.error} />}
      <Filters filters={filters} onFilters={onFilters} offered={offered} />
      <QueryView
        query={list}
        skeleton={<Rows height={76} />}
        isEmpty={(items) => items.length === 0}
        empty={
          narrowed ? (
            <Empty
              title={t`No notifications match`}
              action={
                <Button variant="default" onClick={() => onFilters({})}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            >
              {filters.unread ? t`You have read all of them.` : t`Change the filters or clear them.`}
            </Empty>
          ) : (
            <Empty title={t`No notifications yet`}>
              <Trans>News about your courses and your account appears here.</Trans>
            </Empty>
          )
        }
      >
        {(items) => <List items={items} />}
      </QueryView>
      <MoreButton query={list} />
    </Container>
  )
}

function Filters({ filters, onFilters, offered }: Props) {
  return (
    <Group gap="xs" mb="lg" wrap="nowrap" className={pageClasses.filters} role="group" aria-label={t`Filters`}>
      <Chip
        checked={filters.unread === true}
        onChange={(on) =>
          onFilters({ ...(filters.group && { group: filters.group }), ...(on && { unread: true as const }) })
        }
      >
        <Trans>Unread</Trans>
      </Chip>
      {offered.map((group) => (
        <Chip
          key={group}
          checked={filters.group === group}
          onChange={(on) => onFilters({ ...(filters.unread && { unread: true as const }), ...(on && { group }) })}
        >
          {t(groups[group].label)}
        </Chip>
      ))}
    </Group>
  )
}

const removeLabel = ({ title }: Notification) => t`Remove “${title}”`

function List({ items }: { items: Notification[] }) {
  const remove = useRemove()
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <ul className={classes.list} ref={list} tabIndex={-1} aria-label={t`Notifications`}>
        {items.map((n) => (
          <NotificationRow key={n.id} notification={n}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              radius="xl"
              aria-label={removeLabel(n)}
              loading={remove.isPending && remove.variables === n.id}
              onClick={() => {
                list.current?.focus({ preventScroll: true }) // the pressed button disappears
                remove.mutate(n.id)
              }}
            >
              <IconX size={18} />
            </ActionIcon>
          </NotificationRow>
        ))}
      </ul>
    </>
  )
}
