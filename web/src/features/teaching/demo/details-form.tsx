import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { EmailCodeField, RobotTrap } from '@/shared/robot-fields'

type Details = {
  fullName: string
  email: string
  phoneNumber: string
  requirements: string
  website: string
  emailCode: string
}

type Props = {
  pending: boolean
  error: Error | null
  /** Whether a code was emailed that has to be entered. */
  withCode: boolean
  onSubmit: (details: Details) => void
  onBack: () => void
}

/** Who books. The field website is for robots: people don't see it. */
export function DetailsForm({ pending, error, withCode, onSubmit, onBack }: Props) {
  const [details, setDetails] = useState<Details>({
    fullName: '',
    email: '',
    phoneNumber: '',
    requirements: '',
    website: '',
    emailCode: '',
  })
  const errors = fieldErrors(error)
  const field = (name: keyof Details) => ({
    name,
    value: details[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDetails((before) => ({ ...before, [name]: value })),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(details)
      }}
    >
      <Stack maw={480}>
        <FormSummary error={error} fields={['fullName', 'email', 'phoneNumber', 'requirements']} />
        <TextInput label={t`Your name`} autoComplete="name" maxLength={120} {...field('fullName')} />
        <TextInput label={t`Email address`} type="email" autoComplete="email" required {...field('email')} />
        <TextInput
          label={t`Phone number`}
          description={t`Optional.`}
          type="tel"
          autoComplete="tel"
          {...field('phoneNumber')}
        />
        <Textarea
          label={t`What would you like to learn?`}
          description={t`Optional. Your instructor reads this.`}
          rows={3}
          maxLength={1000}
          {...field('requirements')}
        />
        {withCode && <EmailCodeField {...field('emailCode')} />}
        <RobotTrap {...field('website')} />
        <Group>
          <Button type="submit" loading={pending}>
            <Trans>Book demo class</Trans>
          </Button>
          <Button variant="default" onClick={onBack}>
            <Trans>Choose another time</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
