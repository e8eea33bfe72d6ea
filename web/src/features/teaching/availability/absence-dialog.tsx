import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'

import { AffectedSession } from './affected-session'
import { BookedList } from './booked-list'
import { type Affected, type Decisions, type Resolution, toResolve } from './resolutions'

type Props = {
  title: string
  /** What is booked during the absence. */
  booked: Schema<'BookedTime'>[]
  timezone: string
  submit: string
  mutation: { isPending: boolean; error: Error | null }
  onSubmit: (resolve: Resolution[], reason: string) => void
  onClose: () => void
}

/** Asks what becomes of each session during an absence, and takes it with these decisions in one act. */
export function AbsenceDialog({ title, booked, timezone, submit, mutation, onSubmit, onClose }: Props) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const [reason, setReason] = useState('')
  const sessions = booked.flatMap(({ session }) => (session ? [session] : []))
  const others = booked.filter(({ session }) => !session)
  const resolve = toResolve(sessions, decisions)
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => resolve && onSubmit(resolve, reason.trim())}
      mutation={mutation}
      fields={['resolve_reason']}
      submit={submit}
      disabled={!resolve || others.length > 0}
    >
      {others.length > 0 && (
        <Alert role="alert" color="red" title={t`Move or cancel these first.`}>
          <BookedList times={others} timezone={timezone} />
        </Alert>
      )}
      {booked.length === 0 && <Text>{t`Nothing is booked at that time.`}</Text>}
      {sessions.length > 0 && (
        <>
          <Text>
            <Plural
              value={sessions.length}
              one="One session is affected. Choose what happens to it; its learners are notified."
              other="# sessions are affected. Choose what happens to each; their learners are notified."
            />
          </Text>
          {sessions.length > 1 && <CancelAll sessions={sessions} onDecide={setDecisions} />}
          {booked.map(
            ({ session, label, starts_at, ends_at }) =>
              session && (
                <AffectedSession
                  key={session.id}
                  session={session}
                  batch={label}
                  time={{ starts_at, ends_at }}
                  decision={decisions[session.id] ?? { action: '' }}
                  onDecide={(decision) => setDecisions((before) => ({ ...before, [session.id]: decision }))}
                />
              ),
          )}
          <Textarea
            label={t`Reason for learners`}
            description={t`Required if a session begins within 24 hours.`}
            maxLength={500}
            value={reason}
            error={fieldErrors(mutation.error).resolve_reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </>
      )}
    </FormDialog>
  )
}

type AllProps = { sessions: Affected[]; onDecide: (decisions: Decisions) => void }

const CancelAll = ({ sessions, onDecide }: AllProps) => (
  <div>
    <Button
      variant="default"
      size="compact-md"
      onClick={() => onDecide(Object.fromEntries(sessions.map(({ id }) => [id, { action: 'cancel' as const }])))}
    >
      {t`Cancel all sessions`}
    </Button>
  </div>
)
