import { Button, Paper, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type ContactDetails, contactQuery, useSetContact } from './api'

/** Shows and corrects telephone number, date of birth and postal address of a user. */
export function ContactForm({ id }: { id: string }) {
  const contact = useQuery(contactQuery(id))
  return (
    <QueryView query={contact} skeleton={<Skeleton height={320} radius="lg" />}>
      {({ value, tag }) => <Fields key={tag} id={id} tag={tag} details={value} />}
    </QueryView>
  )
}

const lines = [
  { path: 'phone', label: 'Telephone', description: 'With + and the country: +49 30 1234567.' },
  { path: 'birthDate', label: 'Date of birth', type: 'date' },
  { path: 'address.street', label: 'Street and number' },
  { path: 'address.postalCode', label: 'Postal code' },
  { path: 'address.city', label: 'City' },
  { path: 'address.region', label: 'Region' },
  { path: 'address.country', label: 'Country', description: 'Its two letters: DE, FR, IN.' },
] as const

type FieldsProps = { id: string; tag: string; details: ContactDetails }

function Fields({ id, tag, details: { phone, birthDate, address } }: FieldsProps) {
  const { street = '', postalCode = '', city = '', region = '', country = '' } = address
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { phone, birthDate, address: { street, postalCode, city, region, country } },
  })
  const set = useSetContact(id)
  const submit = form.onSubmit((values) =>
    set.mutate(
      { ...values, tag },
      {
        onSuccess: () => toast('The details are saved. The audit log keeps what has changed.'),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={720}>
      <form onSubmit={submit} noValidate aria-label="Contact details">
        <Stack>
          <FormSummary error={set.error} fields={lines.map(({ path }) => path)} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {lines.map(({ path, ...line }) => (
              <TextInput key={form.key(path)} autoComplete="off" {...line} {...form.getInputProps(path)} />
            ))}
          </SimpleGrid>
          <Button type="submit" loading={set.isPending} style={{ alignSelf: 'start' }}>
            Save the details
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
