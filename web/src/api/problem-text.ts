// What the server says, in the language of the app. The server speaks English; its German is in server-sentences.de.json, by
// code and sentence, and a test of the server keeps it complete.
import { t } from '@lingui/core/macro'

import type { components } from './schema.gen'
import type { ServerTranslation } from './server-translation'

let translation: ServerTranslation | undefined

/** Shows what the server says in another language; without one in English. */
export function translateServer(to: ServerTranslation | undefined) {
  translation = to
}

/** A sentence of the server that stands by itself, such as one about an invalid field. */
export function serverText(code: string, english: string): string {
  return translation ? (translation.of(code, english) ?? t`This is not accepted.`) : english
}

/** A sentence of the server that is kept with data, such as in a log; in English where it has no translation. */
export const keptText = (english: string): string => translation?.of('', english) ?? english

/** Why a request failed. */
export function problemText(status: number, problem: components['schemas']['Problem'] | undefined): string {
  if (!problem) return byStatus(status)
  if (!translation) return problem.message
  const field = problem.errors?.find((each) => each.message === problem.message) // of an invalid request, the message is that of a field
  return translation.of(field?.code ?? problem.code, problem.message) ?? byStatus(status)
}

function byStatus(status: number): string {
  if (status === 0) return t`The server did not answer. Check your connection and try again.`
  if (status === 401) return t`Your session has expired. Sign in again.`
  if (status === 403) return t`You don't have permission to do this.`
  if (status === 404 || status === 410) return t`This doesn't exist, or no longer does.`
  if (status === 409 || status === 412) return t`This has changed in the meantime. Reload the page and try again.`
  if (status === 413) return t`This is too large. Choose a smaller file.`
  if (status === 429) return t`Too many attempts. Wait a moment, then try again.`
  if (status >= 500) return t`Something went wrong on our side. Try again in a moment.`
  return t`This was not accepted. Check your input and try again.`
}
