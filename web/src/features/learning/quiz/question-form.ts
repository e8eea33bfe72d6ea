import type { NewQuestion, Question, QuestionKind } from './api'
import { kinds } from './labels'

export type Option = NonNullable<NewQuestion['options']>[number] & { key: number }
/** A question in the editor: each option has a key, and texts are always rich text. */
export type QuestionForm = Omit<NewQuestion, 'options'> & { options: Option[] }

export const isKind = (value: string): value is QuestionKind => value in kinds
const hasOptions = (kind: QuestionKind) => kind === 'single' || kind === 'multiple' || kind === 'ordering'

let lastKey = 0
export const option = (of: NonNullable<NewQuestion['options']>[number]): Option => {
  lastKey += 1
  return { ...of, key: lastKey }
}

const withoutId = ({ id: _, revision: __, updatedAt: ___, title: ____, ...rest }: Question) => rest

export const formOf = (was: Question | undefined): QuestionForm =>
  was
    ? {
        ...withoutId(was),
        format: 'html',
        prompt: htmlOf(was.prompt, was.format),
        explanation: htmlOf(was.explanation ?? '', was.format),
        options: (was.options ?? []).map(option),
      }
    : {
        kind: 'single',
        format: 'html',
        prompt: '',
        points: 1,
        tags: [],
        options: [option({ text: '', correct: true }), option({ text: '' })],
      }

/** The question as sent. */
export function bodyOf({ options, ...rest }: QuestionForm): NewQuestion {
  return hasOptions(rest.kind) ? { ...rest, options: options.map(({ key: _, ...one }) => one) } : rest
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts plain text for the rich-text editor. */
export function htmlOf(written: string, format: Question['format']) {
  if (format === 'html' || written === '') return written
  return `<p>${written.replaceAll(/[&<>]/g, (c) => escapes[c] ?? c).replaceAll('\n', '<br>')}</p>`
}
