import { isTransient, retryDelayMs, UploadError } from './failure'
import type { SentenceCode } from './sentences'
import type { Sleep } from './time'

const ATTEMPTS = 3

/** Sends up to three times; `givenUp` says what happened if the last attempt fails too. */
export type Attempt = <T>(signal: AbortSignal, send: () => Promise<T>, givenUp?: SentenceCode) => Promise<T>

/** Retries transient failures, with the waits of spec 001 section 9, or longer if the server asks for it. */
export function attempts(sleep: Sleep): Attempt {
  return async (signal, send, givenUp) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send()
      } catch (error) {
        if (signal.aborted || !isTransient(error)) throw error
        // The words of a 503 say what is away.
        if (attempt === ATTEMPTS)
          throw givenUp && error.status !== 503
            ? new UploadError(error.errorClass, givenUp, { status: error.status })
            : error
        await sleep(Math.max(retryDelayMs(error.errorClass, attempt), error.retryAfterMs), signal)
      }
    }
  }
}
