import { t } from '@lingui/core/macro'
import { Container, Paper, Textarea } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import { sendMessage } from './api'
import { type Person, SenderForm } from './sender-form'

/** Where visitors write to the school. */
export function ContactPage({ person }: { person: Person | undefined }) {
  return (
    <Container size="sm" py="xl">
      <PageHead title={t`Contact`} lead={t`Write to us. We answer by email within one working day.`} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)">
        <SenderForm
          label={t`Contact`}
          submit={t`Send message`}
          sent={t`Message sent. We will answer you by email.`}
          person={person}
          initial={{ message: '' }}
          send={(sender, { message }) => sendMessage({ ...sender, message })}
        >
          {(field) => <Textarea required label={t`Message`} rows={5} maxLength={5000} {...field('message')} />}
        </SenderForm>
      </Paper>
    </Container>
  )
}
