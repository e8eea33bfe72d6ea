import type { QuestionKind } from './api'

export const kinds: Record<QuestionKind, string> = {
  single: 'One of several',
  multiple: 'Several of several',
  true_false: 'True or false',
  short: 'Short answer',
  ordering: 'Put in order',
  numeric: 'Number',
}

export const outcomes = {
  right: { label: 'Right', color: 'evergreen' },
  partial: { label: 'Partly right', color: 'apricot' },
  wrong: { label: 'Wrong', color: 'red' },
  blank: { label: 'Left blank', color: 'gray' },
} as const
