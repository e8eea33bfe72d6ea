import { t } from '@lingui/core/macro'
import { NativeSelect, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { Choice } from '@/shared/choice'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { regions } from '@/shared/named-choices'
import { options } from '@/shared/options'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Company, companyQuery, useAddCompany, useChangeCompany } from './api'
import { companyStatuses } from './labels'

type Props = { onClose: () => void }

const fields = ['name', 'country', 'tax_id', 'address', 'note', 'manager_email', 'status']

const nothing = { name: '', country: '', tax_id: '', address: '', note: '', manager_email: '' }

/** Adds a company, and invites its first manager. */
export function NewCompanyDialog({ onClose }: Props) {
  const add = useAddCompany()
  const form = useForm({ initialValues: nothing })
  const errors = fieldErrors(add.error)
  const submit = form.onSubmit((body) =>
    add.mutate(body, {
      onSuccess: () => {
        toast(t`Company added.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t`Add company`}
      submit={t`Add company`}
      onClose={onClose}
      onSubmit={submit}
      mutation={add}
      fields={fields}
    >
      <TextInput required label={t`Name`} autoComplete="off" {...form.getInputProps('name')} error={errors.name} />
      <TextInput
        type="email"
        label={t`Email of its manager`}
        description={t`We send an invitation to this address.`}
        autoComplete="off"
        {...form.getInputProps('manager_email')}
        error={errors.manager_email}
      />
      <Details form={form} errors={errors} country="" />
      <Note form={form} error={errors.note} />
    </FormDialog>
  )
}

/** Changes a company as it is now. */
export function EditCompanyDialog({ id, forAdmins = false, onClose }: Props & { id: string; forAdmins?: boolean }) {
  const company = useQuery(companyQuery(id))
  if (!company.data) {
    return (
      <Dialog title={t`Edit company`} onClose={onClose}>
        <QueryView query={company} skeleton={<Skeleton height={360} />}>
          {() => null}
        </QueryView>
      </Dialog>
    )
  }
  const { value, tag } = company.data
  return <EditForm key={tag} company={value} tag={tag} forAdmins={forAdmins} onClose={onClose} />
}

type EditProps = Props & { company: Company; tag: string; forAdmins: boolean }

function EditForm({ company, tag, forAdmins, onClose }: EditProps) {
  const save = useChangeCompany(company.id)
  const { name, country, tax_id, address, note = '', status } = company
  const form = useForm({ initialValues: { name, country, tax_id, address, note, status } })
  const errors = fieldErrors(save.error)
  const submit = form.onSubmit(({ note: n, status: s, ...values }) =>
    save.mutate(
      { body: { ...values, ...(forAdmins && { note: n, status: s }) }, tag },
      {
        onSuccess: () => {
          toast(t`Company saved.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t`Edit company`}
      submit={t`Save changes`}
      onClose={onClose}
      onSubmit={submit}
      mutation={save}
      fields={fields}
    >
      <TextInput required label={t`Name`} autoComplete="off" {...form.getInputProps('name')} error={errors.name} />
      <Details form={form} errors={errors} country={country} />
      {forAdmins && (
        <>
          <NativeSelect
            label={t`Status`}
            description={t`Only an active company can invite people and assign seats.`}
            data={options(companyStatuses)}
            {...form.getInputProps('status')}
            error={errors.status}
          />
          <Note form={form} error={errors.note} />
        </>
      )}
    </FormDialog>
  )
}

/** What fields need of a form. */
type Fields = { getInputProps: (path: string) => object }

function Details({ form, errors, country }: { form: Fields; errors: Record<string, string>; country: string }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Choice
          label={t`Country`}
          choices={regions}
          chosen={country}
          {...form.getInputProps('country')}
          error={errors.country}
        />
        <TextInput label={t`Tax ID`} autoComplete="off" {...form.getInputProps('tax_id')} error={errors.tax_id} />
      </SimpleGrid>
      <Textarea label={t`Address`} rows={2} {...form.getInputProps('address')} error={errors.address} />
    </>
  )
}

const Note = ({ form, error }: { form: Fields; error: string | undefined }) => (
  <Textarea
    label={t`Note`}
    description={t`Only administrators see this.`}
    rows={3}
    {...form.getInputProps('note')}
    error={error}
  />
)
