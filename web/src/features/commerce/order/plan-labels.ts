import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Due, PaymentPlan } from './api'

/** The name and the colour of the state of a payment plan. */
export const planStates: Record<PaymentPlan['status'], [MessageDescriptor, string]> = {
  active: [msg({ message: 'In progress', context: 'payment plan' }), 'school'],
  past_due: [msg({ message: 'Overdue', context: 'payment plan' }), 'red'],
  cancelled: [msg({ message: 'Cancelled', context: 'payment plan' }), 'gray'],
  ended: [msg`Paid in full`, 'evergreen'],
}

const writtenOff: [MessageDescriptor, string] = [msg({ message: 'Written off', context: 'payment plan' }), 'gray']

/** The state of a payment plan; that its rest need not be paid comes first. */
export const planState = ({ status, written_off_at }: PaymentPlan) => (written_off_at ? writtenOff : planStates[status])

export const dueStates: Record<Due['status'], MessageDescriptor> = {
  open: msg({ message: 'Due', context: 'instalment' }),
  paid: msg({ message: 'Paid', context: 'instalment' }),
  overdue: msg({ message: 'Overdue', context: 'instalment' }),
  cancelled: msg({ message: 'Cancelled', context: 'instalment' }),
}
