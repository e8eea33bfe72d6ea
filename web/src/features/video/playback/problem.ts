import { KeyError } from './access'
import { IntegrityError } from './sealed'

export type Problem = { kind: 'integrity' | 'denied' | 'network' | 'media'; title: string; text: string }

const problems = {
  integrity: {
    title: 'Playback stopped',
    text: 'A piece of this video was damaged on its way and did not pass its check. Try again; if it comes back, tell your teacher.',
  },
  denied: {
    title: 'You can no longer watch this',
    text: 'Your access to this video has ended or your session is over. Reload the page, or ask your teacher.',
  },
  network: {
    title: 'The connection was lost',
    text: 'Playback goes on by itself as soon as the network is back.',
  },
  media: {
    title: 'This video does not play here',
    text: 'Your browser could not play it. Try again, or use a current version of your browser.',
  },
} as const

const of = (kind: Problem['kind']): Problem => ({ kind, ...problems[kind] })

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
