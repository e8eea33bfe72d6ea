import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, NativeSelect, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { fromField, toField } from '@/shared/local-time'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { VersionedForm } from '@/shared/versioned-form'

import { ConvertDialog } from './convert-dialog'
import { kindLabels, statuses, statusLabels } from './labels'
import { Facts, Requests } from './lead-facts'
import { History } from './lead-history'
import {
  administratorsQuery,
  type LeadDetail,
  type LeadValues,
  leadQuery,
  useDeleteLead,
  useSaveLead,
} from './staff-api'

type Props = {
  id: string
  onDeleted: () => void
  /** What else is known of a lead. */
  more?: (lead: LeadDetail) => ReactNode
}

/** One lead: who has asked for what, what comes next, and what has happened. */
export function LeadPage({ id, onDeleted, more }: Props) {
  const lead = useQuery(leadQuery(id))
  return (
    <QueryView query={lead} skeleton={<Skeleton height={480} radius="lg" />} isPage>
      {({ value, tag }) => <Lead lead={value} tag={tag} onDeleted={onDeleted} more={more?.(value)} />}
    </QueryView>
  )
}

type LeadProps = { lead: LeadDetail; tag: string; onDeleted: () => void; more: ReactNode }

function Lead({ lead, tag, onDeleted, more }: LeadProps) {
  const [open, setOpen] = useState<'convert' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={lead.full_name}
        lead={
          <>
            {t(kindLabels[lead.kind])} · {t(statusLabels[lead.status])}
          </>
        }
      >
        <Button variant="default" component="a" href={`mailto:${lead.email}`}>
          <Trans>Send email</Trans>
        </Button>
        <Button onClick={() => setOpen('convert')}>
          <Trans>Mark as won</Trans>
        </Button>
      </PageHead>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack>
          <Requests lead={lead} />
          <Facts lead={lead} />
          {more}
        </Stack>
        <Stack>
          <NextStep lead={lead} tag={tag} />
          <History lead={lead} />
          <Group justify="flex-end">
            <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
              <Trans>Delete lead</Trans>
            </Button>
          </Group>
        </Stack>
      </SimpleGrid>
      {open === 'convert' && <ConvertDialog lead={lead} onClose={close} />}
      {open === 'delete' && <DeleteLead lead={lead} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}

type FormValues = Omit<LeadValues, 'next_action_at'> & { next_action_at: string }

function NextStep({ lead, tag }: { lead: LeadDetail; tag: string }) {
  const administrators = useQuery(administratorsQuery)
  const save = useSaveLead(lead.id)
  const people = administrators.data?.items ?? []
  const nameOf = (id: string) => people.find((person) => person.id === id)?.full_name ?? ''
  const assigned = lead.assigned_to ?? ''
  const current: FormValues = {
    status: lead.status,
    assigned_to: assigned,
    next_action: lead.next_action,
    next_action_at: toField(lead.next_action_at),
  }
  const others = assigned && !nameOf(assigned) ? [{ value: assigned, label: lead.assignee_name }] : []
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Next step`}>
      <VersionedForm
        label={t`Next step`}
        action={t`Save changes`}
        conflict={t`Another administrator has changed this lead.`}
        fields={[
          { name: 'status', label: t`Status`, text: ({ status }) => t(statusLabels[status]) },
          { name: 'assigned_to', label: t`Assigned to`, text: ({ assigned_to }) => nameOf(assigned_to) },
          { name: 'next_action', label: t`Next action`, text: ({ next_action }) => next_action },
          { name: 'next_action_at', label: t`Due`, text: ({ next_action_at }) => next_action_at },
        ]}
        current={current}
        tag={tag}
        save={{
          ...save,
          mutate: ({ next_action_at, ...values }, then) =>
            save.mutate({ ...values, next_action_at: fromField(next_action_at) ?? null }, then),
        }}
        onSaved={() => toast(t`Lead saved.`)}
      >
        {(form) => (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                label={t`Status`}
                data={statuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
                {...form.getInputProps('status')}
              />
              <NativeSelect
                label={t`Assigned to`}
                data={[
                  { value: '', label: t`Nobody` },
                  ...others,
                  ...people.map(({ id, full_name }) => ({ value: id, label: full_name })),
                ]}
                {...form.getInputProps('assigned_to')}
              />
            </SimpleGrid>
            <TextInput label={t`Next action`} maxLength={300} {...form.getInputProps('next_action')} />
            <TextInput type="datetime-local" label={t`Due`} {...form.getInputProps('next_action_at')} />
          </>
        )}
      </VersionedForm>
    </Card>
  )
}

type DeleteProps = { lead: LeadDetail; onClose: () => void; onDeleted: () => void }

function DeleteLead({ lead: { id, full_name: name }, onClose, onDeleted }: DeleteProps) {
  const remove = useDeleteLead(id)
  return (
    <Confirm
      title={t`Delete the lead of ${name}?`}
      text={t`This deletes all that they have sent, your notes and its history. You can't undo it.`}
      action={t`Delete lead`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t`Lead deleted.`)
            onDeleted()
          },
        })
      }
    />
  )
}
