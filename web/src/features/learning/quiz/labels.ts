import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconCheck, IconCircleHalf, IconMinus, IconX } from '@tabler/icons-react'

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
  right: { label: msg`Correct`, color: 'evergreen', icon: IconCheck },
  partial: { label: msg`Partly correct`, color: 'apricot', icon: IconCircleHalf },
  wrong: { label: msg`Incorrect`, color: 'red', icon: IconX },
  blank: { label: msg`Not answered`, color: 'gray', icon: IconMinus },
} as const

/** Points, which have up to two decimals. */
export const points = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })
