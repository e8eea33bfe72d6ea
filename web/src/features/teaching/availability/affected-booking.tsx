import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { sessionTime } from '@/shared/wall-time'

import { AffectedCard } from './affected-card'
import { bookedLabels } from './labels'
import { type AffectedBooking as Booking, type Decision, decided } from './resolutions'

type Kind = Schema<'BookedTime'>['kind']

const cancels: Partial<Record<Kind, MessageDescriptor>> = {
  demo: msg`Cancel demo class`,
  meeting: msg`Cancel meeting`,
  doubt: msg`Cancel Q&A session`,
}

const keeps: Partial<Record<Kind, MessageDescriptor>> = {
  demo: msg`Keep demo class: I give it`,
  meeting: msg`Keep meeting: I hold it`,
  doubt: msg`Keep Q&A session: I hold it`,
}

type Props = {
  booked: Schema<'BookedTime'>
  booking: Booking
  decision: Decision
  onDecide: (decision: Decision) => void
}

/** A demo class, a meeting or a Q&A session that its instructor can't give, and what becomes of it. */
export function AffectedBooking({ booked, booking, decision, onDecide }: Props) {
  const { kind, label } = booked
  const name = t(bookedLabels[kind])
  const of = (labels: typeof cancels) => t(labels[kind] ?? bookedLabels[kind])
  return (
    <AffectedCard
      when={sessionTime(booked, booking.timezone).there}
      what={label ? `${name}: ${label}` : name}
      substitutes={booking.substitutes}
      nobody={t`No other instructor is free then.`}
      choices={[
        { value: 'substitute', label: t`Hand over to another instructor` },
        { value: 'cancel', label: of(cancels) },
        { value: 'keep', label: of(keeps) },
      ]}
      decision={decision}
      onChoose={(action) => onDecide(decided(booking, action))}
      onDecide={onDecide}
    />
  )
}
