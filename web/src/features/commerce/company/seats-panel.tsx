import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Day } from '@/shared/moment'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { poolsQuery, type SeatPool, seatsQuery, useReleaseSeats } from './api'
import { AssignDialog, poolName } from './assign-dialog'
import { BuyDialog } from './buy-dialog'
import { PoolDialog } from './pool-dialog'
import { SeatGrid } from './seat-grid'

type Props = {
  companyId: string
  /** Gives seats and sees who has them. */
  manages: boolean
  /** Grants seats: an administrator. */
  grants: boolean
  onOrdered: () => void
}

const isOpen = ({ ends_at }: SeatPool) => ends_at === null || Date.parse(ends_at) > Date.now()

/** The seats that a company has, and who has them. */
export function SeatsPanel({ companyId, manages, grants, onOrdered }: Props) {
  const pools = useQuery(poolsQuery(companyId))
  const [open, setOpen] = useState<'assign' | 'grant' | 'buy'>()
  const usable = (pools.data?.items ?? []).filter((pool) => isOpen(pool) && pool.taken < pool.total)
  const close = () => setOpen(undefined)
  return (
    <>
      <Group justify="flex-end" mb="md">
        {grants && (
          <Button variant="default" onClick={() => setOpen('grant')}>
            <Trans>Grant seats</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('buy')}>
          <Trans>Buy seats</Trans>
        </Button>
        {manages && usable.length > 0 && (
          <Button onClick={() => setOpen('assign')}>
            <Trans>Assign seats</Trans>
          </Button>
        )}
      </Group>
      <QueryView
        query={pools}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No seats yet`}>
            <Trans>Buy seats in the courses of the school. Then assign them to your people here.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <>
            <Pools pools={items} />
            {manages && <Assigned companyId={companyId} />}
          </>
        )}
      </QueryView>
      {open === 'assign' && <AssignDialog companyId={companyId} pools={usable} onClose={close} />}
      {open === 'buy' && <BuyDialog companyId={companyId} onClose={close} onOrdered={onOrdered} />}
      {open === 'grant' && <PoolDialog companyId={companyId} onClose={close} />}
    </>
  )
}

const Pools = ({ pools }: { pools: SeatPool[] }) => (
  <DataTable
    label={t`Seats by course`}
    rows={pools}
    idOf={({ id }) => id}
    columns={[
      { id: 'courses', label: t`Courses`, place: 'lead', cell: (pool) => <Text fw={600}>{poolName(pool)}</Text> },
      { id: 'free', label: t`Available`, cell: ({ total, taken }) => total - taken },
      { id: 'taken', label: t`Assigned`, cell: ({ total, taken }) => t`${taken} of ${total}` },
      { id: 'swaps', label: t`Swaps left`, cell: ({ swaps_left }) => swaps_left },
      { id: 'end', label: t`End`, cell: ({ ends_at }) => ends_at && <Day at={ends_at} /> },
      { id: 'note', label: t`Note`, cell: ({ note }) => note },
    ]}
  />
)

/** Who has which seat. */
function Assigned({ companyId }: { companyId: string }) {
  const seats = useInfiniteQuery(seatsQuery(companyId))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const release = useReleaseSeats(companyId)
  const close = () => {
    setAsking(false)
    setChosen(new Set())
    release.reset()
  }
  const count = chosen.size
  return (
    <>
      <Group mt="lg" mb="sm" mih={36} justify="space-between">
        <Text size="sm" c="dimmed">
          <Trans>Select the seats to release. The arrow keys move between them.</Trans>
        </Text>
        {count > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {plural(count, { one: 'Release # seat', other: 'Release # seats' })}
          </Button>
        )}
      </Group>
      <QueryView
        query={seats}
        skeleton={<Rows height={48} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={t`No seats assigned yet`}>
            <Trans>Assign seats to your people. Their progress appears here.</Trans>
          </Empty>
        }
      >
        {(all) => <SeatGrid label={t`Seats of people`} seats={all} chosen={chosen} onChosen={setChosen} />}
      </QueryView>
      <MoreButton query={seats} />
      {asking && (
        <Confirm
          title={plural(count, { one: 'Release # seat?', other: 'Release # seats?' })}
          text={t`They lose access to the course; their progress stays. A seat that was taken uses a swap, and can't be released once a quarter of the course is done.`}
          action={t`Release`}
          danger
          onConfirm={() =>
            release.mutate(
              (seats.data ?? []).filter(({ id }) => chosen.has(id)),
              {
                onSuccess: () => {
                  toast(plural(count, { one: '# seat released.', other: '# seats released.' }))
                  close()
                },
              },
            )
          }
          onClose={close}
          pending={release.isPending}
          error={release.error}
        />
      )}
    </>
  )
}
