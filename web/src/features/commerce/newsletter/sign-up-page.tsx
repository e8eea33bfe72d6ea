import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Container, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { EmailCodeField, RobotTrap } from '@/shared/robot-fields'
import { useSchool } from '@/shared/school'

import { formQuery, type ListChoice, useSubscribeToNewsletter } from './api'
import { ListsField } from './lists-field'

type Props = { person: { name: string; email: string } | undefined }

/** Where visitors subscribe to the newsletter. */
export function NewsletterPage({ person }: Props) {
  const form = useQuery(formQuery)
  return (
    <Container size="sm" py="xl">
      <PageHead
        title={t`Newsletter`}
        lead={t`New courses, dates and articles by email. You can unsubscribe at any time.`}
      />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)">
        <QueryView query={form} skeleton={<Skeleton height={320} />}>
          {({ form_id, lists }) => <SignUpForm formId={form_id} lists={lists} person={person} />}
        </QueryView>
      </Paper>
    </Container>
  )
}

type FormProps = Props & { formId: string; lists: ListChoice[] }

const isCode = (error: Error) => error instanceof ApiError && error.problem?.code?.startsWith('email_code')
const isExpired = (error: Error) => error instanceof ApiError && error.status === 410

function SignUpForm({ formId, lists, person }: FormProps) {
  const client = useQueryClient()
  const subscribe = useSubscribeToNewsletter()
  const [values, setValues] = useState({
    email: person?.email ?? '',
    full_name: person?.name ?? '',
    website: '',
    email_code: '',
  })
  const [chosen, setChosen] = useState(() => lists.map(({ id }) => id))
  const [consent, setConsent] = useState(false)
  const [withCode, setWithCode] = useState(false)
  const errors = fieldErrors(subscribe.error)
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  if (subscribe.isSuccess) {
    return <Outcome text={t`We sent you an email. Open the link in it to confirm your subscription.`} />
  }
  return (
    <form
      noValidate
      aria-label={t`Newsletter`}
      onSubmit={(event) => {
        event.preventDefault()
        subscribe.mutate(
          { ...values, consent, list_ids: chosen, form_id: formId },
          {
            onError: (error) => {
              if (isCode(error)) setWithCode(true)
              if (isExpired(error)) void client.invalidateQueries({ queryKey: formQuery.queryKey })
            },
          },
        )
      }}
    >
      <Stack>
        <FormSummary error={subscribe.error} fields={['consent', 'list_ids', ...Object.keys(values)]} />
        <TextInput required label={t`Email address`} type="email" autoComplete="email" {...field('email')} />
        <TextInput label={t`Your name (optional)`} autoComplete="name" maxLength={120} {...field('full_name')} />
        {lists.length > 1 && <ListsField lists={lists} chosen={chosen} onChange={setChosen} error={errors.list_ids} />}
        <Checkbox
          label={t`I want to receive the newsletter by email. I can unsubscribe at any time.`}
          checked={consent}
          error={errors.consent}
          onChange={({ currentTarget: { checked } }) => setConsent(checked)}
        />
        {withCode && <EmailCodeField {...field('email_code')} />}
        <RobotTrap {...field('website')} />
        <Privacy />
        <Button type="submit" loading={subscribe.isPending} style={{ alignSelf: 'start' }}>
          <Trans>Subscribe</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** What becomes of the address. */
function Privacy() {
  const { legal_documents } = useSchool()
  const hasPolicy = legal_documents.some(({ kind }) => kind === 'privacy')
  return (
    <Text size="sm" c="dimmed">
      <Trans>We use your address only to send you the newsletter.</Trans>{' '}
      {hasPolicy && (
        <TextLink to={legalDocuments.privacy.to} size="sm">
          {t(legalDocuments.privacy.title)}
        </TextLink>
      )}
    </Text>
  )
}
