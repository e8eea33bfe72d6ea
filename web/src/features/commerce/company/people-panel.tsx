import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { Day } from '@/shared/moment'
import { options } from '@/shared/options'
import { MoreButton, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import {
  type CompanyInvitation,
  type CompanyPerson,
  companyInvitationsQuery,
  companyPeopleQuery,
  useChangePerson,
  useRemovePerson,
  useTakeBack,
} from './api'
import { ImportPeopleDialog } from './import-dialog'
import { InvitePeopleDialog } from './invite-dialog'
import { companyRoles } from './labels'
import { PersonCell } from './person-cell'

type Open = { what: 'invite' | 'import' } | { what: 'edit' | 'remove'; person: CompanyPerson }

/** Who belongs to a company, and who is invited, for its managers. */
export function PeoplePanel({ companyId }: { companyId: string }) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>()
  const people = useInfiniteQuery(companyPeopleQuery(companyId, search))
  const close = () => setOpen(undefined)
  return (
    <>
      <Group justify="space-between" mb="md">
        <SearchField label={t`Search people`} value={search} onSearch={setSearch} miw={{ base: '100%', xs: 320 }} />
        <Group>
          <Button variant="default" onClick={() => setOpen({ what: 'import' })}>
            <Trans>Import CSV</Trans>
          </Button>
          <Button onClick={() => setOpen({ what: 'invite' })}>
            <Trans>Invite people</Trans>
          </Button>
        </Group>
      </Group>
      <QueryView
        query={people}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          search ? (
            <NoMatches title={t`No matching people`} onClear={() => setSearch('')}>
              <Trans>Try another name or email address.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No people yet`}>
              <Trans>Invite people by email. They appear here when they have accepted.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination && (
              <Total pagination={pagination} counted={(n) => plural(n, { one: '# person', other: '# people' })} />
            )}
            <DataTable label={t`People`} columns={columns(setOpen)} rows={items} idOf={({ user_id }) => user_id} />
          </>
        )}
      </QueryView>
      <MoreButton query={people} />
      <Invitations companyId={companyId} />
      {open?.what === 'invite' && <InvitePeopleDialog companyId={companyId} onClose={close} />}
      {open?.what === 'import' && <ImportPeopleDialog companyId={companyId} onClose={close} />}
      {open?.what === 'edit' && <EditPerson companyId={companyId} person={open.person} onClose={close} />}
      {open?.what === 'remove' && <RemovePerson companyId={companyId} person={open.person} onClose={close} />}
    </>
  )
}

const columns = (onOpen: (open: Open) => void): Column<CompanyPerson>[] => [
  {
    id: 'name',
    label: t`Name`,
    place: 'lead',
    cell: (person) => <PersonCell person={person} />,
  },
  { id: 'department', label: t`Department`, cell: ({ department }) => department },
  { id: 'role', label: t`Role`, cell: ({ role }) => t(companyRoles[role]) },
  { id: 'since', label: t`Since`, cell: ({ joined_at }) => <Day at={joined_at} /> },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (person) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="subtle"
          aria-label={t`Edit ${person.full_name}`}
          onClick={() => onOpen({ what: 'edit', person })}
        >
          <Trans>Edit</Trans>
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={t`Remove ${person.full_name}`}
          onClick={() => onOpen({ what: 'remove', person })}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
    ),
  },
]

type PersonProps = { companyId: string; person: CompanyPerson; onClose: () => void }

function EditPerson({ companyId, person, onClose }: PersonProps) {
  const { user_id: userId, full_name, role, department } = person
  const change = useChangePerson(companyId)
  const form = useForm({ initialValues: { role, department } })
  const errors = fieldErrors(change.error)
  const submit = form.onSubmit((values) =>
    change.mutate(
      { userId, ...values },
      {
        onSuccess: () => {
          toast(t`Saved.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={full_name}
      submit={t`Save changes`}
      onClose={onClose}
      onSubmit={submit}
      mutation={change}
      fields={['role', 'department']}
    >
      <NativeSelect label={t`Role`} data={options(companyRoles)} {...form.getInputProps('role')} error={errors.role} />
      <TextInput label={t`Department`} {...form.getInputProps('department')} error={errors.department} />
    </FormDialog>
  )
}

function RemovePerson({ companyId, person: { user_id, full_name }, onClose }: PersonProps) {
  const remove = useRemovePerson(companyId)
  return (
    <Confirm
      title={t`Remove ${full_name} from the company?`}
      text={t`They lose the courses that the company has given them. Their account and their progress stay.`}
      action={t`Remove`}
      danger
      onConfirm={() =>
        remove.mutate(user_id, {
          onSuccess: () => {
            toast(t`${full_name} was removed.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}

function Invitations({ companyId }: { companyId: string }) {
  const invitations = useInfiniteQuery(companyInvitationsQuery(companyId))
  const takeBack = useTakeBack(companyId)
  const items = invitations.data?.items ?? []
  if (items.length === 0) return null
  const withdraw = ({ id, email }: CompanyInvitation) =>
    takeBack.mutate(id, {
      onSuccess: () => toast(t`Invitation to ${email} withdrawn.`),
      onError: (error) => toast(error.message),
    })
  return (
    <section aria-labelledby="open-invitations">
      <Title order={2} size="h4" mt="xl" mb="sm" id="open-invitations">
        <Trans>Open invitations</Trans>
      </Title>
      <DataTable
        label={t`Open invitations`}
        rows={items}
        idOf={({ id }) => id}
        columns={[
          { id: 'email', label: t`Email`, place: 'lead', cell: ({ email }) => email },
          { id: 'role', label: t`Role`, cell: ({ role }) => t(companyRoles[role]) },
          { id: 'until', label: t`Valid until`, cell: ({ expires_at }) => <Day at={expires_at} /> },
          {
            id: 'actions',
            label: t`Actions`,
            place: 'end',
            cell: (invitation) => (
              <Button
                variant="subtle"
                aria-label={t`Withdraw invitation to ${invitation.email}`}
                onClick={() => withdraw(invitation)}
              >
                <Trans>Withdraw</Trans>
              </Button>
            ),
          },
        ]}
      />
      <MoreButton query={invitations} />
    </section>
  )
}
