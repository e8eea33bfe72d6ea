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
      title="Delete your account"
      lead="You are signed out everywhere at once, and nobody can sign in as you."
    >
      <List size="sm" spacing={6}>
        <List.Item>For 30 days everything is kept. Signing in again takes it back.</List.Item>
        <List.Item>
          After that your name, address, picture and all that tells who you are is deleted for good.
        </List.Item>
        <List.Item>
          {months > 0
            ? `Your grades stay for ${count(months, 'month')} without your name, so that the figures of courses stay right: scores, results and days. Your answers, texts, files and comments on them are deleted.`
            : 'Your grades, your answers and what you have handed in are deleted too.'}
        </List.Item>
        <List.Item>
          What others built on stays without your name: courses that you made, and the figures of films. So does the
          administrators’ record of what they did.
        </List.Item>
      </List>
      <Button variant="light" color="red" onClick={() => setAsking(true)} style={{ alignSelf: 'start' }}>
        Delete my account
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
      title="Delete your account?"
      onClose={onClose}
      mutation={leave}
      onSubmit={() => leave.mutate(when === 'now', { onSuccess: onLeft })}
      submit={when === 'now' ? 'Delete it for good' : 'Close my account'}
      color="red.9"
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
    >
      <Radio.Group label="When?" value={when} onChange={setWhen}>
        <Stack gap="xs" mt="xs">
          <Radio value="later" label="In 30 days, and I can come back until then" />
          <Radio value="now" label="At once and for good: it cannot be taken back" />
        </Stack>
      </Radio.Group>
      <TextInput
        label={`Type ${email} to go on`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
