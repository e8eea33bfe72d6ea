import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { Choice } from '@/shared/choice'
import { FormSummary } from '@/shared/form-summary'
import { legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { regions } from '@/shared/named-choices'
import { Outcome } from '@/shared/outcome'
import { EmailCodeField, RobotTrap } from '@/shared/robot-fields'
import { useSchool } from '@/shared/school'
import { visit } from '@/shared/visit'

import { formQuery, type SenderBody } from './api'

/** Who is signed in: their form begins with their name and address. */
export type Person = { name: string; email: string }

type Field = (name: string) => {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

type Props<E extends string> = {
  /** The accessible name of the form. */
  label: string
  /** What the button says. */
  submit: string
  /** What is true once the form was sent. */
  sent: string
  person: Person | undefined
  /** The fields that only this form has, with what stands in them at first. */
  initial: Record<E, string>
  send: (sender: SenderBody, own: Record<E, string>) => Promise<unknown>
  children?: (field: Field) => ReactNode
}

/** The country of this browser's language; India where it names none, as the server has it. */
function homeCountry() {
  const country = new Intl.Locale(navigator.language).region
  return country && regions('').some(({ value }) => value === country) ? country : 'IN'
}

const codeAsked = (error: Error | null) =>
  error instanceof ApiError && (error.problem?.code?.startsWith('email_code') ?? false)

const isExpired = (error: Error) => error instanceof ApiError && error.status === 410

/** A form with which visitors write to the school. The field website is for robots: people don't see it. */
export function SenderForm<E extends string>({ label, submit, sent, person, initial, send, children }: Props<E>) {
  const client = useQueryClient()
  const form = useQuery(formQuery)
  const [origin] = useState(visit)
  const [country] = useState(homeCountry)
  const [values, setValues] = useState<Record<string, string>>({
    full_name: person?.name ?? '',
    email: person?.email ?? '',
    phone_number: '',
    country_code: country,
    website: '',
    email_code: '',
    ...initial,
  })
  const [offers, setOffers] = useState(false)
  const [withCode, setWithCode] = useState(false)
  const read = (name: string) => values[name] ?? ''
  const mutation = useMutation({
    mutationFn: () => {
      const own = { ...initial }
      for (const name in initial) own[name] = read(name)
      return send(
        {
          full_name: read('full_name'),
          email: read('email'),
          phone_number: read('phone_number'),
          country_code: read('country_code'),
          website: read('website'),
          email_code: read('email_code'),
          wants_offers: offers,
          origin,
          ...(form.data && { form_id: form.data.form_id }),
        },
        own,
      )
    },
    onError: (error) => {
      if (codeAsked(error)) setWithCode(true)
      if (isExpired(error)) void client.invalidateQueries({ queryKey: formQuery.queryKey })
    },
    onSuccess: () => client.removeQueries({ queryKey: formQuery.queryKey }),
  })
  const errors = fieldErrors(mutation.error)
  const field: Field = (name) => ({
    name,
    value: read(name),
    error: errors[name],
    onChange: ({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value })),
  })
  if (mutation.isSuccess) return <Outcome text={sent} />
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        mutation.mutate()
      }}
    >
      <Stack>
        <FormSummary
          error={mutation.error}
          fields={['full_name', 'email', 'phone_number', 'country_code', ...Object.keys(initial)]}
        />
        <TextInput required label={t`Your name`} autoComplete="name" maxLength={120} {...field('full_name')} />
        <TextInput required label={t`Email address`} type="email" autoComplete="email" {...field('email')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Choice
            label={t`Country`}
            choices={regions}
            chosen={country}
            autoComplete="country"
            {...field('country_code')}
          />
          <TextInput
            label={t`Phone number (optional)`}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            {...field('phone_number')}
          />
        </SimpleGrid>
        {children?.(field)}
        <Checkbox
          label={t`Tell me about other courses and offers too`}
          checked={offers}
          onChange={({ currentTarget: { checked } }) => setOffers(checked)}
        />
        {withCode && <EmailCodeField {...field('email_code')} />}
        <RobotTrap {...field('website')} />
        <Privacy />
        <Button type="submit" loading={mutation.isPending} style={{ alignSelf: 'start' }}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

/** What becomes of what is sent. */
function Privacy() {
  const { legal_documents } = useSchool()
  const hasPolicy = legal_documents.some(({ kind }) => kind === 'privacy')
  return (
    <Text size="sm" c="dimmed">
      <Trans>We use your details to answer you.</Trans>{' '}
      {hasPolicy && (
        <TextLink to={legalDocuments.privacy.to} size="sm">
          {t(legalDocuments.privacy.title)}
        </TextLink>
      )}
    </Text>
  )
}
