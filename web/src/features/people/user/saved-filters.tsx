import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type SavedFilter, savedFiltersQuery, useDropFilter, useKeepFilter } from './api'
import { fromQuery, narrowing, toQuery, type UserFilters } from './filters'

type Props = { filters: UserFilters; onFilters: (filters: UserFilters) => void }

/** The saved filters, with a button to save the current one. */
export function SavedFilters({ filters, onFilters }: Props) {
  const saved = useQuery(savedFiltersQuery())
  const [dialog, setDialog] = useState<'keep' | 'manage'>()
  const list = saved.data ?? []

  return (
    <>
      <Menu position="bottom-end" shadow="md" radius="md" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} />}>
            <Trans>Saved filters</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.error && <Menu.Label>{saved.error.message}</Menu.Label>}
          {list.length === 0 && (
            <Menu.Label>
              <Trans>No saved filters yet.</Trans>
            </Menu.Label>
          )}
          {list.map(({ id, name, query }) => (
            <Menu.Item key={id} onClick={() => onFilters(fromQuery(query))}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={narrowing(filters) === 0} onClick={() => setDialog('keep')}>
            <Trans>Save filter</Trans>
          </Menu.Item>
          {list.length > 0 && (
            <Menu.Item onClick={() => setDialog('manage')}>
              <Trans>Delete filters</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'keep' && <KeepDialog filters={filters} onClose={() => setDialog(undefined)} />}
      {dialog === 'manage' && <ManageDialog list={list} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function KeepDialog({ filters, onClose }: { filters: UserFilters; onClose: () => void }) {
  const [name, setName] = useState('')
  const keep = useKeepFilter()
  const submit = () =>
    keep.mutate(
      { name, query: toQuery(filters) },
      {
        onSuccess: () => {
          onClose()
          toast(t`Filter “${name}” saved.`)
        },
      },
    )
  return (
    <FormDialog
      title={t`Save filter`}
      onClose={onClose}
      mutation={keep}
      onSubmit={submit}
      fields={['name']}
      submit={t`Save filter`}
    >
      <TextInput
        label={t`Name`}
        data-autofocus
        value={name}
        error={fieldErrors(keep.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function ManageDialog({ list, onClose }: { list: SavedFilter[]; onClose: () => void }) {
  const drop = useDropFilter()
  return (
    <Dialog title={t`Saved filters`} onClose={onClose} closeLabel={t`Close`}>
      {drop.error && <Failure error={drop.error} />}
      {list.length === 0 && (
        <Text c="dimmed">
          <Trans>No saved filters.</Trans>
        </Text>
      )}
      {list.map(({ id, name }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text>{name}</Text>
          <ActionIcon
            variant="subtle"
            color="red"
            size={44}
            radius="xl"
            aria-label={t`Delete ${name}`}
            loading={drop.isPending && drop.variables === id}
            onClick={() => drop.mutate(id)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
    </Dialog>
  )
}
