import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

export const disputeLabels = {
  needs_response: msg`Needs an answer`,
  under_review: msg`Under review`,
  won: msg({ message: 'Won', context: 'dispute' }),
  lost: msg({ message: 'Lost', context: 'dispute' }),
}

/** Why buyers dispute payments, in the words of providers. */
const disputeReasons: Record<string, MessageDescriptor> = {
  credit_not_processed: msg`refund not received`,
  duplicate: msg`charged twice`,
  fraudulent: msg`not authorised by the card holder`,
  general: msg`no reason given`,
  product_not_received: msg`course not received`,
  product_unacceptable: msg`not as described`,
  subscription_canceled: msg`charged after cancelling`,
  unrecognized: msg`payment not recognised`,
}

/** Why a buyer disputes a payment; the provider's word where we have none. */
export function disputeReason(reason: string) {
  const known = disputeReasons[reason]
  return known ? t(known) : reason
}
