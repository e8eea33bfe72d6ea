import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Host, hostsQuery, useAddHost, useRemoveHost } from './hosts-api'

/** The accounts at Zoom that host meetings, with the changes that they have left today. */
export function Hosts() {
  const hosts = useQuery(hostsQuery())
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Host>()
  const columns: Column<Host>[] = [
    { id: 'name', label: t`Host`, place: 'lead', cell: (host) => host.name },
    { id: 'ahead', label: t`Meetings ahead`, cell: (host) => host.ahead },
    { id: 'used', label: t`Changes left today`, cell: (host) => left(host) },
    {
      id: 'remove',
      label: t`Actions`,
      place: 'end',
      cell: (host) => <Remove host={host} onClick={() => setRemoving(host)} />,
    },
  ]
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          <Trans>Zoom hosts</Trans>
        </Title>
        <Button variant="default" onClick={() => setAdding(true)}>
          <Trans>Add host</Trans>
        </Button>
      </Group>
      <QueryView
        query={hosts}
        skeleton={<Rows />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Empty title={t`No hosts yet`}>
            <Trans>
              A host is a licensed user in your school's Zoom account. It hosts 1 meeting at a time, so add one for each
              session that takes place at the same time.
            </Trans>
          </Empty>
        }
      >
        {(list) => <DataTable label={t`Zoom hosts`} columns={columns} rows={list} idOf={(host) => host.id} />}
      </QueryView>
      {adding && <AddHost onClose={() => setAdding(false)} />}
      {removing && <RemoveHost host={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  )
}

function Remove({ host: { name }, onClick }: { host: Host; onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" aria-label={t`Remove ${name}`} onClick={onClick}>
      <Trans>Remove</Trans>
    </Button>
  )
}

function left({ used_today, limit }: Host) {
  const rest = Math.max(limit - used_today, 0)
  return t`${rest} of ${limit}`
}

function AddHost({ onClose }: { onClose: () => void }) {
  const add = useAddHost()
  const form = useForm({ initialValues: { name: '' } })
  const save = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: () => {
        toast(t`Host added.`)
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <FormDialog
      title={t`Add host`}
      onClose={onClose}
      onSubmit={save}
      mutation={add}
      fields={['name']}
      submit={t`Add host`}
    >
      <TextInput
        type="email"
        label={t`Zoom email address`}
        description={t`Of a licensed user in your school's Zoom account.`}
        maxLength={254}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

function RemoveHost({ host: { id, name }, onClose }: { host: Host; onClose: () => void }) {
  const remove = useRemoveHost()
  return (
    <Confirm
      title={t`Remove “${name}”?`}
      text={t`It will host no more meetings. Its Zoom account stays as it is.`}
      action={t`Remove host`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast(t`Host removed.`)
            onClose()
          },
        })
      }
    />
  )
}
