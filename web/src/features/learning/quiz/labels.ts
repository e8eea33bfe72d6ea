import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { QuestionKind } from './api'

export const kinds: Record<QuestionKind, MessageDescriptor> = {
  single: msg`Single choice`,
  multiple: msg`Multiple choice`,
  true_false: msg`True or false`,
  short: msg`Short answer`,
  ordering: msg`Ordering`,
  numeric: msg({ message: 'Number', context: 'type of question' }),
}

export const outcomes = {
  right: { label: msg`Correct`, color: 'evergreen' },
  partial: { label: msg`Partly correct`, color: 'apricot' },
  wrong: { label: msg`Incorrect`, color: 'red' },
  blank: { label: msg`Not answered`, color: 'gray' },
} as const

/** Points, which have up to two decimals. */
export const points = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })
