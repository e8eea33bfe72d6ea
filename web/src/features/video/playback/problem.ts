import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import { KeyError } from './access'
import { IntegrityError } from './sealed'

type Kind = 'integrity' | 'denied' | 'network' | 'media'
export type Problem = { kind: Kind; title: string; text: string }

const problems: Record<Kind, { title: MessageDescriptor; text: MessageDescriptor }> = {
  integrity: {
    title: msg`Playback stopped`,
    text: msg`Part of this video was damaged on its way. Try again. If it happens again, tell your instructor.`,
  },
  denied: {
    title: msg`You can't watch this video any more`,
    text: msg`Your access has ended, or you have been signed out. Reload the page, or ask your instructor.`,
  },
  network: {
    title: msg`Connection lost`,
    text: msg`Playback continues when you are back online.`,
  },
  media: {
    title: msg`This video can't be played here`,
    text: msg`Your browser couldn't play it. Try again, or update your browser.`,
  },
}

const of = (kind: Kind): Problem => ({ kind, title: t(problems[kind].title), text: t(problems[kind].text) })

// Shaka's error codes: https://shaka-player-demo.appspot.com/docs/api/shaka.util.Error.html
const badStatus = 1001
const filterFailed = 1007
const networkCategory = 1

/** What a player error means for the viewer. It may lack a Shaka code (a bare DOMException). */
export function problemOf(error: unknown): Problem {
  if (error instanceof IntegrityError) return of('integrity')
  if (error instanceof KeyError) return of(error.status === 0 || error.status >= 500 ? 'network' : 'denied')
  if (error instanceof DOMException) return of(error.name === 'OperationError' ? 'integrity' : 'media')
  if (!isShakaError(error)) return of('media')
  if (error.code === filterFailed) return problemOf(error.data[0])
  const status = error.code === badStatus ? error.data[1] : undefined
  if (status === 401 || status === 403 || status === 404) return of('denied')
  return of(error.category === networkCategory ? 'network' : 'media')
}

type ShakaError = { code: number; category: number; data: unknown[] }

function isShakaError(error: unknown): error is ShakaError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'category' in error &&
    'data' in error &&
    Array.isArray(error.data)
  )
}
