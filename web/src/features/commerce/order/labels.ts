import { msg } from '@lingui/core/macro'

export const statusLabels = {
  draft: msg`Draft`,
  pending: msg`Not paid yet`,
  paid: msg({ message: 'Paid', context: 'order' }),
  partially_refunded: msg`Partly refunded`,
  refunded: msg`Refunded`,
  failed: msg`Failed`,
  cancelled: msg({ message: 'Cancelled', context: 'order' }),
  expired: msg`Expired`,
}

export const kindLabels = {
  receipt: msg`Receipt`,
  credit_note: msg`Credit note`,
  invoice: msg`Invoice`,
  credit_note_reversal: msg`Credit note reversal`,
}
