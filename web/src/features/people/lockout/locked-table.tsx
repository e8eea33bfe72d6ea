import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Ago } from '@/shared/ago'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { clock, instant } from '@/shared/format'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { useSecondsLeft } from '@/shared/seconds-left'

import { type LockedAccount, lockedQuery } from './api'
import { lockoutKeys } from './keys'
import { reasons, risks } from './labels'
import { UnlockDialog } from './unlock-dialog'

type Props = { page: number; onPage: (page: number) => void }
type Lock = LockedAccount['locks'][number]

/** The users who cannot sign in at the moment, with a button to unlock each. */
export function LockedTable({ page, onPage }: Props) {
  const locked = useQuery(lockedQuery(page))
  const [unlocking, setUnlocking] = useState<LockedAccount>()
  const columns = columnsOf(locked.dataUpdatedAt, setUnlocking)

  return (
    <>
      <QueryView
        query={locked}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No locked accounts`}>
            <Trans>Locked accounts are listed here with the reason and the time left.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Locked accounts`} columns={columns} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={onPage} />
          </>
        )}
      </QueryView>
      {unlocking && <UnlockDialog account={unlocking} onClose={() => setUnlocking(undefined)} />}
    </>
  )
}

const columnsOf = (knownAt: number, onUnlock: (account: LockedAccount) => void): Column<LockedAccount>[] => [
  {
    id: 'who',
    label: t`Account`,
    place: 'lead',
    cell: ({ full_name, email }) => (
      <>
        <Text fw={600}>{full_name}</Text>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  {
    id: 'why',
    label: t`Reason`,
    cell: ({ locks }) => (
      <Stack gap="xs">
        {locks.map((lock) => (
          <Why key={lock.reason} lock={lock} />
        ))}
      </Stack>
    ),
  },
  {
    id: 'end',
    label: t`Ends`,
    cell: ({ locks }) => (
      <Stack gap="xs">
        {locks.map((lock) => (
          <LockEnd key={lock.reason} lock={lock} knownAt={knownAt} />
        ))}
      </Stack>
    ),
  },
  {
    id: 'act',
    label: t`Actions`,
    place: 'end',
    cell: (account) => {
      const name = account.full_name
      return (
        <Button variant="light" onClick={() => onUnlock(account)} aria-label={t`Unlock ${name}`}>
          <Trans>Unlock</Trans>
        </Button>
      )
    },
  },
]

function Why({ lock: { reason, risk, failed_attempts, note, locked_at } }: { lock: Lock }) {
  return (
    <div>
      <Group gap={6}>
        <Text size="sm">{t(reasons[reason])}</Text>
        {reason !== 'admin_lock' && <Badge color={risks[risk].color}>{t(risks[risk].label)}</Badge>}
      </Group>
      {note && <Text size="sm">{t`“${note}”`}</Text>}
      <Text size="sm" c="dimmed">
        {reason === 'admin_lock' ? (
          <Ago at={locked_at} />
        ) : (
          <Trans>
            <Plural value={failed_attempts} one="# failed attempt" other="# failed attempts" />, <Ago at={locked_at} />
          </Trans>
        )}
      </Text>
    </div>
  )
}

/** When a lock ends. `knownAt` (milliseconds since the epoch) is when the server reported the remaining time. */
function LockEnd({ lock: { locked_until, remaining_seconds }, knownAt }: { lock: Lock; knownAt: number }) {
  if (locked_until === null || remaining_seconds === null)
    return (
      <Text size="sm">
        <Trans>When an administrator unlocks the account</Trans>
      </Text>
    )
  return <TimeLeft until={knownAt + remaining_seconds * 1000} at={locked_until} />
}

function TimeLeft({ until, at }: { until: number; at: string }) {
  const client = useQueryClient()
  const left = useSecondsLeft(until)
  const over = left <= 0
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: lockoutKeys.lists() })
  }, [client, over])
  const timeLeft = clock(left)
  if (over)
    return (
      <Text size="sm">
        <Trans>Now</Trans>
      </Text>
    )
  return (
    <Text size="sm" title={instant(at)}>
      <Trans>
        in{' '}
        <span role="timer" style={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {timeLeft}
        </span>
      </Trans>
    </Text>
  )
}
