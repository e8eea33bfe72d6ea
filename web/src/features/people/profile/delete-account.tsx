import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, List, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/shared/form-dialog'
import { count } from '@/shared/format'
import type { Reauthenticated } from '@/shared/reauthentication'
import { useSchool } from '@/shared/school'

import { useDeleteAccount } from './api'
import { Section } from './section'

type Props = { email: string; reauthenticated: Reauthenticated; onLeft: () => void }

/** Deletes the account, after explaining the consequences and asking to type the email address. */
export function DeleteAccount(props: Props) {
  const [asking, setAsking] = useState(false)
  const { grade_months: months } = useSchool()
  return (
    <Section
      id="delete"
      title={t`Delete your account`}
      lead={t`You are signed out everywhere at once, and nobody can sign in as you.`}
    >
      <List size="sm" spacing={6}>
        <List.Item>
          <Trans>For 30 days everything is kept. Signing in again takes it back.</Trans>
        </List.Item>
        <List.Item>
          <Trans>After that your name, address, picture and all that tells who you are is deleted for good.</Trans>
        </List.Item>
        <List.Item>
          {months > 0
            ? t`Your grades stay for ${count(months, 'month')} without your name, so that the figures of courses stay right: scores, results and days. Your answers, texts, files and comments on them are deleted.`
            : t`Your grades, your answers and what you have handed in are deleted too.`}
        </List.Item>
        <List.Item>
          <Trans>
            What others built on stays without your name: courses that you made, and the figures of films. So does the
            administrators’ record of what they did.
          </Trans>
        </List.Item>
      </List>
      <Button variant="light" color="red" onClick={() => setAsking(true)} style={{ alignSelf: 'start' }}>
        <Trans>Delete my account</Trans>
      </Button>
      {asking && <Ask {...props} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Ask({ email, reauthenticated, onLeft, onClose }: Props & { onClose: () => void }) {
  const [when, setWhen] = useState('later')
  const [typed, setTyped] = useState('')
  const leave = useDeleteAccount(reauthenticated)
  return (
    <FormDialog
      title={t`Delete your account?`}
      onClose={onClose}
      mutation={leave}
      onSubmit={() => leave.mutate(when === 'now', { onSuccess: onLeft })}
      submit={when === 'now' ? t`Delete it for good` : t`Close my account`}
      color="red.9"
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
    >
      <Radio.Group label={t`When?`} value={when} onChange={setWhen}>
        <Stack gap="xs" mt="xs">
          <Radio value="later" label={t`In 30 days, and I can come back until then`} />
          <Radio value="now" label={t`At once and for good: it cannot be taken back`} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={t`Type ${email} to go on`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
