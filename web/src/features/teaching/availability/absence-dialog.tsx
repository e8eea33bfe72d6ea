import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'

import { AffectedBooking } from './affected-booking'
import { AffectedSession } from './affected-session'
import { BookedList } from './booked-list'
import { type Decision, type Decisions, decidable, type Resolutions, toResolve } from './resolutions'

type Props = {
  title: string
  /** What is booked during the absence. */
  booked: Schema<'BookedTime'>[]
  timezone: string
  submit: string
  mutation: { isPending: boolean; error: Error | null }
  onSubmit: (resolve: Resolutions, reason: string) => void
  onClose: () => void
}

/** Asks what becomes of each session, demo class and meeting during an absence, and takes it with these decisions in one act. */
export function AbsenceDialog({ title, booked, timezone, submit, mutation, onSubmit, onClose }: Props) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const [reason, setReason] = useState('')
  const affected = booked.filter(decidable)
  const others = booked.filter((one) => !decidable(one))
  const resolve = toResolve(affected, decisions)
  const decide = (id: string) => (decision: Decision) => setDecisions((before) => ({ ...before, [id]: decision }))
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
      {affected.length > 0 && (
        <>
          <Text>
            <Plural
              value={affected.length}
              one="One booking is affected. Choose what happens to it; its learners are notified."
              other="# bookings are affected. Choose what happens to each; their learners are notified."
            />
          </Text>
          {affected.length > 1 && <CancelAll booked={affected} onDecide={setDecisions} />}
          {affected.map((one) => {
            const { session, booking, label, starts_at, ends_at } = one
            if (booking)
              return (
                <AffectedBooking
                  key={booking.id}
                  booked={one}
                  booking={booking}
                  decision={decisions[booking.id] ?? { action: '' }}
                  onDecide={decide(booking.id)}
                />
              )
            return (
              session && (
                <AffectedSession
                  key={session.id}
                  session={session}
                  batch={label}
                  time={{ starts_at, ends_at }}
                  decision={decisions[session.id] ?? { action: '' }}
                  onDecide={decide(session.id)}
                />
              )
            )
          })}
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

type AllProps = { booked: Schema<'BookedTime'>[]; onDecide: (decisions: Decisions) => void }

const CancelAll = ({ booked, onDecide }: AllProps) => (
  <div>
    <Button
      variant="default"
      size="compact-md"
      onClick={() => onDecide(Object.fromEntries(booked.map((one) => [decidable(one), { action: 'cancel' as const }])))}
    >
      {t`Cancel all`}
    </Button>
  </div>
)
