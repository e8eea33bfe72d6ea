import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { QueryView } from '@/shared/query-view'

import { setupQuery, useSetUp } from './api'
import { NewUserFields } from './new-user-fields'
import { SignInLayout } from './sign-in-layout'

const empty = { code: '', full_name: '', email: '', password: '' }

/** Creates the first administrator of an empty installation. */
export function SetupPage({ onDone }: { onDone: () => void }) {
  const setup = useQuery(setupQuery())
  return (
    <SignInLayout
      title={t`Set up Lectern`}
      lead={t`Create the first administrator. You can invite everyone else afterwards.`}
    >
      <QueryView query={setup} skeleton={null}>
        {({ needed }) =>
          needed ? (
            <SetupForm onDone={onDone} />
          ) : (
            <Alert role="note">
              <Trans>This installation is already set up.</Trans>
            </Alert>
          )
        }
      </QueryView>
    </SignInLayout>
  )
}

function SetupForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const setUp = useSetUp()
  const submit = form.onSubmit((values) =>
    setUp.mutate(values, { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error)) }),
  )

  return (
    <form onSubmit={submit} noValidate aria-label={t`Set up`}>
      <Stack>
        <FormSummary error={setUp.error} fields={Object.keys(empty)} />
        <TextInput
          label={t`Setup code`}
          description={t`Shown on the console where Lectern was started.`}
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <NewUserFields form={form} />
        <Button type="submit" size="md" loading={setUp.isPending}>
          <Trans>Create administrator</Trans>
        </Button>
      </Stack>
    </form>
  )
}
