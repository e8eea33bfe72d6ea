import { t } from '@lingui/core/macro'
import { Paper, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Choice } from '@/shared/choice'
import { regions } from '@/shared/named-choices'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type ContactDetails, contactQuery, useSetContact } from './api'
import { accountChanged } from './labels'

/** Shows and corrects telephone number, date of birth and postal address of a user. */
export function ContactForm({ id }: { id: string }) {
  const contact = useQuery(contactQuery(id))
  const save = useSetContact(id)
  const lines = textLines()
  const country = countryOf()
  return (
    <QueryView query={contact} skeleton={<Skeleton height={320} radius="lg" />}>
      {({ value, tag }) => (
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={720}>
          <VersionedForm
            label={t`Contact details`}
            action={t`Save contact details`}
            conflict={t(accountChanged)}
            fields={[...lines, country]}
            current={complete(value)}
            tag={tag}
            save={save}
            onSaved={() => toast(t`Contact details saved. The changes are in the audit log.`)}
          >
            {(form) => (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {lines.map(({ name, text, ...line }) => (
                  <TextInput key={form.key(name)} autoComplete="off" {...line} {...form.getInputProps(name)} />
                ))}
                <Choice
                  key={form.key(country.name)}
                  label={country.label}
                  choices={regions}
                  chosen={value.address.country ?? ''}
                  autoComplete="off"
                  {...form.getInputProps(country.name)}
                />
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

const textLines = (): Line[] => [
  {
    name: 'phone',
    label: t`Phone number`,
    description: t`With country code, such as +49 30 1234567.`,
    text: ({ phone }) => phone,
  },
  { name: 'birthDate', label: t`Date of birth`, type: 'date', text: ({ birthDate }) => birthDate },
  { name: 'address.street', label: t`Street and number`, text: ({ address }) => address.street },
  { name: 'address.postalCode', label: t`Postal code`, text: ({ address }) => address.postalCode },
  { name: 'address.city', label: t`City`, text: ({ address }) => address.city },
  { name: 'address.region', label: t`Region`, text: ({ address }) => address.region },
]

const countryOf = (): VersionedField<Values> & { name: 'address.country' } => ({
  name: 'address.country',
  label: t`Country`,
  text: ({ address }) => address.country,
})
