import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, List, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/shared/form-dialog'
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
    <Section id="delete" title={t`Delete account`} lead={t`You are signed out on all your devices.`}>
      <List size="sm" spacing={6}>
        <List.Item>
          <Trans>Your data is kept for 30 days. Sign in during that time to restore your account.</Trans>
        </List.Item>
        <List.Item>
          <Trans>
            After that, your name, email address, picture and everything else that identifies you is deleted
            permanently.
          </Trans>
        </List.Item>
        <List.Item>
          {months > 0
            ? plural(months, {
                one: 'Your scores, results and their dates are kept for # month without your name, so that course statistics stay correct. Your answers, texts, files and comments on them are deleted.',
                other:
                  'Your scores, results and their dates are kept for # months without your name, so that course statistics stay correct. Your answers, texts, files and comments on them are deleted.',
              })
            : t`Your grades, answers and submissions are deleted too.`}
        </List.Item>
        <List.Item>
          <Trans>
            What others rely on stays without your name: courses you created, the statistics of videos and the audit log
            of the administrators.
          </Trans>
        </List.Item>
      </List>
      <Button variant="light" color="red" onClick={() => setAsking(true)} style={{ alignSelf: 'start' }}>
        <Trans>Delete account</Trans>
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
      submit={when === 'now' ? t`Delete permanently` : t`Delete in 30 days`}
      color="red.9"
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
    >
      <Radio.Group label={t`When`} value={when} onChange={setWhen}>
        <Stack gap="xs" mt="xs">
          <Radio value="later" label={t`In 30 days. You can restore it until then.`} />
          <Radio value="now" label={t`Now. You can't undo it.`} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={t`Type ${email} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
