import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { PageHead } from '@/shared/page-head'
import { EmailCodeField, RobotTrap } from '@/shared/robot-fields'

import { formQuery, useComplain } from './api'
import { categories, categoryLabels } from './labels'

type Option = { value: string; label: string }

type Props = {
  /** Whether who complains is signed in: the server knows them. */
  isSignedIn: boolean
  /** Their courses and orders, which the complaint can be about. */
  courses: Option[]
  orders: Option[]
  /** Opens the page of the complaint. */
  onSent: (trackPath: string) => void
}

const isCode = (error: Error) => error instanceof ApiError && error.problem?.code?.startsWith('email_code')
const isExpired = (error: Error) => error instanceof ApiError && error.status === 410

const empty = {
  category: '',
  subject: '',
  text: '',
  order_id: '',
  course_id: '',
  full_name: '',
  email: '',
  website: '',
  email_code: '',
}

/** Where users and visitors complain. */
export function NewComplaintPage({ isSignedIn, courses, orders, onSent }: Props) {
  const client = useQueryClient()
  const form = useQuery(formQuery)
  const complain = useComplain()
  const [values, setValues] = useState(empty)
  const [withCode, setWithCode] = useState(false)
  const errors = fieldErrors(complain.error)
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  const send = () =>
    complain.mutate(
      { ...values, category: values.category as Schema<'NewComplaint'>['category'], form_id: form.data?.form_id ?? '' },
      {
        onError: (error) => {
          if (isCode(error)) setWithCode(true)
          if (isExpired(error)) void client.invalidateQueries({ queryKey: formQuery.queryKey })
        },
        onSuccess: ({ track_path }) => onSent(track_path),
      },
    )
  const none = { value: '', label: t({ message: 'None', context: 'complaint' }) }
  return (
    <Container size="sm" py="xl">
      <PageHead
        title={t`New complaint`}
        lead={t`Describe what went wrong. We answer within one working day, and you can add files afterwards.`}
      />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)">
        <form
          noValidate
          aria-label={t`New complaint`}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <Stack>
            <FormSummary error={complain.error} fields={Object.keys(empty)} />
            {!isSignedIn && (
              <>
                <TextInput required label={t`Your name`} autoComplete="name" maxLength={120} {...field('full_name')} />
                <TextInput
                  required
                  label={t`Email address`}
                  description={t`We send our answers and a private link to it.`}
                  type="email"
                  autoComplete="email"
                  {...field('email')}
                />
              </>
            )}
            <NativeSelect
              required
              label={t`Topic`}
              data={[
                { value: '', label: t`Choose a topic` },
                ...categories.map((value) => ({ value, label: t(categoryLabels[value]) })),
              ]}
              {...field('category')}
            />
            {courses.length > 0 && (
              <NativeSelect label={t`Course (optional)`} data={[none, ...courses]} {...field('course_id')} />
            )}
            {orders.length > 0 && (
              <NativeSelect label={t`Order (optional)`} data={[none, ...orders]} {...field('order_id')} />
            )}
            <TextInput required label={t`Subject`} maxLength={200} {...field('subject')} />
            <Textarea required label={t`What happened`} rows={6} maxLength={5000} {...field('text')} />
            {withCode && <EmailCodeField {...field('email_code')} />}
            <RobotTrap {...field('website')} />
            <Text size="sm" c="dimmed">
              <Trans>We use your details to answer you.</Trans>
            </Text>
            <Button type="submit" loading={complain.isPending} style={{ alignSelf: 'start' }}>
              <Trans>Send complaint</Trans>
            </Button>
          </Stack>
        </form>
      </Paper>
    </Container>
  )
}
