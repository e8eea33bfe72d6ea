import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, List, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { errorDetails } from '@/api/client'
import { type Classroom, classroomsQuery } from '@/shared/classrooms'
import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { useChangeClassroom, useDeleteClassroom } from './api'
import { AddClassroom, EditClassroom } from './classroom-dialog'

/** The classrooms of the school, which administrators keep. */
export function ClassroomsPage() {
  const rooms = useQuery(classroomsQuery())
  const [adding, setAdding] = useState(false)
  const [failed, setFailed] = useState<Error | null>(null)
  const columns: Column<Classroom>[] = [
    { id: 'name', label: t`Classroom`, place: 'lead', cell: (room) => <Name room={room} /> },
    { id: 'capacity', label: t`Seats for learners`, cell: ({ capacity }) => capacity },
    { id: 'place', label: t`How to find it`, cell: ({ place }) => place || '–' },
    { id: 'ahead', label: t`Sessions planned here`, cell: ({ sessions_ahead: ahead }) => ahead },
    { id: 'actions', label: t`Actions`, place: 'end', cell: (room) => <Actions room={room} onFailed={setFailed} /> },
  ]
  return (
    <>
      <PageHead
        title={t`Classrooms`}
        lead={t`Rooms in which sessions take place. A session takes the time of its classroom, so no two are in one at once.`}
      >
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          <Trans>Add classroom</Trans>
        </Button>
      </PageHead>
      {failed && <Refused error={failed} />}
      <QueryView
        query={rooms}
        skeleton={<Rows height={52} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={t`No classrooms yet`}>
            <Trans>Add the rooms of your school, and instructors can choose them for their batches.</Trans>
          </Empty>
        }
      >
        {(all) => <DataTable label={t`Classrooms`} columns={columns} rows={all} idOf={({ id }) => id} />}
      </QueryView>
      {adding && <AddClassroom onClose={() => setAdding(false)} />}
    </>
  )
}

const Name = ({ room: { name, active } }: { room: Classroom }) => (
  <Group gap="xs">
    <Text fw={600}>{name}</Text>
    {!active && (
      <Badge variant="light" color="gray" tt="none">
        <Trans>Archived</Trans>
      </Badge>
    )}
  </Group>
)

/** Why a classroom stays, with the batches that are in it. */
function Refused({ error }: { error: Error }) {
  const details = errorDetails(error)
  if (!details || !('batches' in details)) return <Failure error={error} />
  return (
    <Alert color="apricot" mb="md" role="alert" title={error.message}>
      <List size="sm">
        {details.batches.map(({ batch_id: batchId, batch_name: name, sessions }) => (
          <List.Item key={batchId}>
            <TextLink to="/batches/$batchId" params={{ batchId }}>
              {name}
            </TextLink>
            {sessions > 0 && ` (${plural(sessions, { one: '# session ahead', other: '# sessions ahead' })})`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

type ActionsProps = { room: Classroom; onFailed: (error: Error | null) => void }

function Actions({ room, onFailed }: ActionsProps) {
  const { name, active } = room
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const change = useChangeClassroom(room)
  const close = () => setDialog(undefined)
  const archive = () =>
    change.mutate(
      { active: !active },
      {
        onSuccess: () => {
          onFailed(null)
          toast(active ? t`Classroom archived.` : t`Classroom restored.`)
        },
        onError: onFailed,
      },
    )
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button variant="default" size="xs" h={36} aria-label={t`Edit ${name}`} onClick={() => setDialog('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Button
        variant="default"
        size="xs"
        h={36}
        loading={change.isPending}
        aria-label={active ? t`Archive ${name}` : t`Restore ${name}`}
        onClick={archive}
      >
        {active ? <Trans>Archive</Trans> : <Trans>Restore</Trans>}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        h={36}
        aria-label={t`Delete ${name}`}
        onClick={() => setDialog('delete')}
      >
        <Trans>Delete</Trans>
      </Button>
      {dialog === 'edit' && <EditClassroom room={room} onClose={close} />}
      {dialog === 'delete' && <DeleteClassroom room={room} onFailed={onFailed} onClose={close} />}
    </Group>
  )
}

function DeleteClassroom({ room: { id, name }, onFailed, onClose }: ActionsProps & { onClose: () => void }) {
  const remove = useDeleteClassroom(id)
  return (
    <Confirm
      title={t`Delete “${name}”?`}
      text={t`Past sessions no longer show where they took place. To keep that, archive the classroom instead. You can't undo this.`}
      action={t`Delete classroom`}
      danger
      pending={remove.isPending}
      error={null}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onFailed(null)
            toast(t`Classroom deleted.`)
            onClose()
          },
          onError: (error) => {
            onFailed(error)
            onClose()
          },
        })
      }
    />
  )
}
