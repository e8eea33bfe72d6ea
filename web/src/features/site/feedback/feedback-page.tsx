import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Container, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { EmailCodeField, RobotTrap } from '@/shared/robot-fields'
import { StarsField } from '@/shared/stars'

import { formQuery, useSendFeedback } from './api'
import { HomeTestimonials } from './home-testimonials'

type Props = {
  /** Whether who writes is signed in: the server knows them. */
  isSignedIn: boolean
}

/** Where users and visitors say what they think of the site, and read what others have. */
export function FeedbackPage({ isSignedIn }: Props) {
  return (
    <Container size="sm" py="xl">
      <PageHead title={t`Feedback`} lead={t`What do you like about our site, and what should be better?`} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)">
        <FeedbackForm isSignedIn={isSignedIn} />
      </Paper>
      <HomeTestimonials />
    </Container>
  )
}

const empty = { text: '', full_name: '', email: '', website: '', email_code: '' }
const isCode = (error: Error) => error instanceof ApiError && error.problem?.code?.startsWith('email_code')
const isExpired = (error: Error) => error instanceof ApiError && error.status === 410

function FeedbackForm({ isSignedIn }: Props) {
  const client = useQueryClient()
  const form = useQuery(formQuery)
  const send = useSendFeedback()
  const [values, setValues] = useState(empty)
  const [rating, setRating] = useState(0)
  const [consent, setConsent] = useState(false)
  const [withCode, setWithCode] = useState(false)
  const errors = fieldErrors(send.error)
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  if (send.isSuccess) return <Outcome text={t`Feedback sent. Thank you.`} />
  return (
    <form
      noValidate
      aria-label={t`Feedback`}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(
          { ...values, rating, publish_consent: consent, form_id: form.data?.form_id ?? '' },
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
        <FormSummary error={send.error} fields={['rating', ...Object.keys(empty)]} />
        <StarsField label={t`Your rating`} value={rating} onChange={setRating} error={errors.rating} />
        <Textarea required label={t`Your feedback`} rows={5} maxLength={2000} {...field('text')} />
        {!isSignedIn && (
          <>
            <TextInput required label={t`Your name`} autoComplete="name" maxLength={120} {...field('full_name')} />
            <TextInput
              required
              label={t`Email address`}
              description={t`We never publish it.`}
              type="email"
              autoComplete="email"
              {...field('email')}
            />
          </>
        )}
        <Checkbox
          label={t`You may publish this with my first name`}
          checked={consent}
          onChange={({ currentTarget: { checked } }) => setConsent(checked)}
        />
        {withCode && <EmailCodeField {...field('email_code')} />}
        <RobotTrap {...field('website')} />
        <Button type="submit" loading={send.isPending} style={{ alignSelf: 'start' }}>
          <Trans>Send feedback</Trans>
        </Button>
      </Stack>
    </form>
  )
}
