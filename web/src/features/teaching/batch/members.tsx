import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconDots, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { percent } from '@/shared/format'
import { Day } from '@/shared/moment'
import { Pages, Total } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import { AddMembers } from './add-members'
import type { Batch } from './api'
import { memberColors, memberLabels } from './labels'
import { type BatchLearner, membersQuery, useMemberStatus, useRemoveMember } from './members-api'
import { TransferMember } from './transfer-member'

/** Who has a seat in a batch, for its instructors. */
export function Members({ batch }: { batch: Batch }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  const members = useQuery(membersQuery(batch.id, search, page))
  const waiting = batch.waiting_count ?? 0
  return (
    <section aria-labelledby="members">
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3" id="members">
          <Trans>Members</Trans>
        </Title>
        {batch.batch_type === 'group' && (
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
            <Trans>Add members</Trans>
          </Button>
        )}
      </Group>
      {waiting > 0 && (
        <Text c="dimmed" mb="xs">
          {plural(waiting, { one: '# learner is waiting for a seat', other: '# learners are waiting for a seat' })}
        </Text>
      )}
      <Group component="search" mb="sm">
        <SearchField
          label={t`Search members`}
          value={search}
          onSearch={(text) => {
            setPage(1)
            setSearch(text)
          }}
        />
      </Group>
      <QueryView
        query={members}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={search ? t`No matching members` : t`No members yet`}>
            {search
              ? t`No member matches your search.`
              : t`Add learners of the course, or let them join from the page of the batch.`}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# member', other: '# members' })} />
            <DataTable label={t`Members`} columns={columnsOf(batch)} rows={items} idOf={(m) => m.id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
      {adding && <AddMembers batch={batch} onClose={() => setAdding(false)} />}
    </section>
  )
}

const columnsOf = (batch: Batch): Column<BatchLearner>[] => [
  {
    id: 'name',
    label: t`Name`,
    place: 'lead',
    cell: ({ full_name, email }) => (
      <>
        {full_name}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={memberColors[status]} tt="none">
        {t(memberLabels[status])}
      </Badge>
    ),
  },
  { id: 'since', label: t`Member since`, cell: ({ enrollment_date: at }) => <Day at={at} /> },
  { id: 'progress', label: t`Progress`, cell: ({ progress }) => percent(progress.percentage) },
  {
    id: 'attendance',
    label: t`Attendance`,
    cell: ({ attendance_rate: rate }) => (rate === null ? '–' : percent(rate)),
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (member) => <MemberActions batch={batch} member={member} />,
  },
]

function MemberActions({ batch, member }: { batch: Batch; member: BatchLearner }) {
  const { id, full_name: name, status } = member
  const [removing, setRemoving] = useState(false)
  const [transferring, setTransferring] = useState(false)
  const change = useMemberStatus(batch.id, id)
  const remove = useRemoveMember(batch.id, id)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" px="xs" loading={change.isPending} aria-label={t`Actions for ${name}`}>
            <IconDots size={20} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'active' ? (
            <Menu.Item onClick={() => change.mutate('on_hold')}>
              <Trans>Put on hold</Trans>
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => change.mutate('active')}>
              <Trans>Reactivate</Trans>
            </Menu.Item>
          )}
          {batch.batch_type === 'group' && status !== 'completed' && (
            <Menu.Item onClick={() => setTransferring(true)}>
              <Trans>Transfer to another batch</Trans>
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setRemoving(true)}>
            <Trans>Remove from batch</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {change.error && <Failure error={change.error} />}
      {transferring && <TransferMember batch={batch} member={member} onClose={() => setTransferring(false)} />}
      {removing && (
        <Confirm
          title={t`Remove ${name} from this batch?`}
          text={t`Their seat is free again. They stay enrolled in the course, and their progress is kept.`}
          action={t`Remove from batch`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                toast(t`Member removed.`)
                setRemoving(false)
              },
            })
          }
        />
      )}
    </>
  )
}
