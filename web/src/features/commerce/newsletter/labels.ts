import { msg } from '@lingui/core/macro'

import type { Campaign, Delivery, Subscriber } from './staff-api'

export const campaignStatuses = {
  draft: msg`Draft`,
  scheduled: msg`Scheduled`,
  sending: msg`Sending`,
  paused: msg`Paused`,
  sent: msg`Sent`,
  cancelled: msg`Cancelled`,
} satisfies Record<Campaign['status'], unknown>

export const pauseReasons = {
  '': msg`Nobody receives this campaign until you resume it.`,
  administrator: msg`An administrator paused it. Resume it to send it to the others.`,
  refusals: msg`The mail server refused more than 5% of the emails. Check the addresses and the text before you resume it.`,
  server: msg`The mail server has not answered for a day. Check its settings before you resume it.`,
} satisfies Record<Campaign['pause_reason'], unknown>

export const subscriberStatuses = {
  pending: msg`Not confirmed`,
  confirmed: msg`Confirmed`,
  unsubscribed: msg`Unsubscribed`,
  bounced: msg`Address doesn't exist`,
  complained: msg`Marked as spam`,
} satisfies Record<Subscriber['status'], unknown>

export const deliveryStates = {
  sent: msg({ message: 'Sent', context: 'delivery' }),
  queued: msg`Waiting`,
  refused: msg`Refused by the mail server`,
  bounced: msg`Address doesn't exist`,
  skipped: msg`Unsubscribed before it was sent`,
} satisfies Record<Delivery['state'], unknown>
