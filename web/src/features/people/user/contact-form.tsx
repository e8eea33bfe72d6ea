import { t } from '@lingui/core/macro'
import { Paper, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type ContactDetails, contactQuery, useSetContact } from './api'
import { accountChanged } from './labels'

/** Shows and corrects telephone number, date of birth and postal address of a user. */
export function ContactForm({ id }: { id: string }) {
  const contact = useQuery(contactQuery(id))
  const save = useSetContact(id)
  return (
    <QueryView query={contact} skeleton={<Skeleton height={320} radius="lg" />}>
      {({ value, tag }) => (
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={720}>
          <VersionedForm
            label={t`Contact details`}
            action={t`Save the details`}
            conflict={accountChanged}
            fields={lines}
            current={complete(value)}
            tag={tag}
            save={save}
            onSaved={() => toast(t`The details are saved. The audit log keeps what has changed.`)}
          >
            {(form) => (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {lines.map(({ name, text, ...line }) => (
                  <TextInput key={form.key(name)} autoComplete="off" {...line} {...form.getInputProps(name)} />
                ))}
              </SimpleGrid>
            )}
          </VersionedForm>
        </Paper>
      )}
    </QueryView>
  )
}

type Values = ReturnType<typeof complete>

/** The details as the form has them: an absent line of the address is empty. */
function complete({ phone, birthDate, address }: ContactDetails) {
  const { street = '', postalCode = '', city = '', region = '', country = '' } = address
  return { phone, birthDate, address: { street, postalCode, city, region, country } }
}

type Line = VersionedField<Values> & { description?: string; type?: string }

const lines: Line[] = [
  {
    name: 'phone',
    label: 'Telephone',
    description: 'With + and the country: +49 30 1234567.',
    text: ({ phone }) => phone,
  },
  { name: 'birthDate', label: 'Date of birth', type: 'date', text: ({ birthDate }) => birthDate },
  { name: 'address.street', label: 'Street and number', text: ({ address }) => address.street },
  { name: 'address.postalCode', label: 'Postal code', text: ({ address }) => address.postalCode },
  { name: 'address.city', label: 'City', text: ({ address }) => address.city },
  { name: 'address.region', label: 'Region', text: ({ address }) => address.region },
  {
    name: 'address.country',
    label: 'Country',
    description: 'Two-letter country code, such as DE, FR or IN.',
    text: ({ address }) => address.country,
  },
]
