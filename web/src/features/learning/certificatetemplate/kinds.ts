import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { Kind, PaperElement, Sample } from './api'

/** What each kind of element shows, in the order in which they are offered. */
export const kindNames: Record<Kind, MessageDescriptor> = {
  name: msg`Name of the learner`,
  course: msg`Course title`,
  statement: msg`Statement`,
  summary: msg`Summary`,
  completed: msg`Day of completion`,
  date: msg`Day of issue`,
  expiry: msg`Valid until`,
  score: msg`Score`,
  hours: msg`Hours of learning`,
  teacher: msg`Instructors`,
  issuer: msg`Name of the school`,
  signatory: msg`Signatory`,
  code: msg({ message: 'Code', context: 'of a certificate' }),
  address: msg`Address for checking`,
  qr: msg`QR code`,
  text: msg`Text`,
  image: msg`Picture`,
  line: msg`Line`,
}

/** What is known of an element besides its name, for those that need it. */
export const kindHints: Partial<Record<Kind, MessageDescriptor>> = {
  statement: msg`Says that the learner completed the course, or took part in it.`,
  summary: msg`Day of completion, score and hours of learning in one line, as far as there are any.`,
  expiry: msg`Empty on certificates that don't expire.`,
  score: msg`Empty in courses without graded lessons.`,
  signatory: msg`The name from the course's rule, below a line.`,
  address: msg`Where everyone can check the certificate.`,
  qr: msg`Leads to the page where everyone can check the certificate.`,
}

export const kinds: readonly Kind[] = [
  'name',
  'course',
  'statement',
  'summary',
  'completed',
  'date',
  'expiry',
  'score',
  'hours',
  'teacher',
  'issuer',
  'signatory',
  'code',
  'address',
  'qr',
  'text',
  'image',
  'line',
]

/** What an element is called in lists: a text by its beginning, anything else by its kind. */
export const nameOf = ({ kind, text }: PaperElement) => (kind === 'text' && text?.trim()) || t(kindNames[kind])

/** Whose name the preview shows. */
export const sampleNames: Record<Sample, MessageDescriptor> = {
  latin: msg`Latin script`,
  cyrillic: msg`Cyrillic script`,
  devanagari: msg`Devanagari script`,
  bengali: msg`Bengali script`,
  tamil: msg`Tamil script`,
  arabic: msg`Arabic script`,
  longest: msg`Longest names`,
}

export const samples: readonly Sample[] = ['latin', 'cyrillic', 'devanagari', 'bengali', 'tamil', 'arabic', 'longest']

export const languageNames = { en: msg`English`, de: msg`German` }
