// The upload requests of spec 000 section 7 with the error texts of its section 8.
import { formChunk, jsonChunk } from './chunk-body'
import { adviceFor, classByCode, classOf, messageOf, PartsLost, SessionExpired, UploadError } from './failure'
import { flag, lookUp, text } from './json'
import { completedUpload, missingParts, partUrls, successor, uploadedParts } from './session'
import type { CompletedUpload, FailureCode, PartUrl, UploadedPart, UploadSession } from './types'
import type { Answer, Wire } from './wire'

export interface InitializeUpload {
  fileName: string
  fileSize: number
  contentType: string
  courseId: string
  chunkSize: number
  metadata: Readonly<Record<string, string>>
}

export interface Chunk {
  session: UploadSession
  partNumber: number
  data: Blob
  /** As form fields instead of JSON. */
  flat: boolean
}

/** An acknowledged chunk, or the session that the server opened to replace an expired one, or both. */
export interface StoredChunk {
  etag: string | undefined
  successor: unknown
}

/** The response of validate-session. Any failure counts as not valid. */
export interface SessionCheck {
  isValid: boolean
  reason: string
  isNearExpiration: boolean
  expirationWarning: string
  /** What the server has; undefined if it does not say. */
  uploadedParts: UploadedPart[] | undefined
  /** Fresh signed URLs, if the server provides any. */
  uploadUrls: PartUrl[]
}

const initializeCodes = new Map<number, FailureCode>([
  [401, 'SIGN_IN_REFUSED'],
  [403, 'NOT_PERMITTED'],
  [404, 'SERVICE_NOT_FOUND'],
  [413, 'FILE_TOO_LARGE'],
  [415, 'UNSUPPORTED_FORMAT'],
  [500, 'SERVER_ERROR'],
])

const completeCodes = new Map<number, FailureCode>([
  [400, 'UPLOAD_DATA_INVALID'],
  [404, 'SESSION_NOT_FOUND'],
])

/** Opens a session and returns the whole response, for `normaliseSession`. */
export async function initialize(wire: Wire, upload: InitializeUpload, signal: AbortSignal): Promise<unknown> {
  const metadata = { ...upload.metadata, originalFileName: upload.fileName, courseId: upload.courseId }
  const body = JSON.stringify({ ...upload, metadata })
  const answer = await wire
    .post('initialize-upload', { body, signal }, { renewOn401: false })
    .catch((error: unknown) => {
      const signedOut = error instanceof UploadError && error.errorClass === 'AUTH_ERROR'
      throw signedOut ? new UploadError('AUTH_ERROR', 'SIGN_IN_REQUIRED') : error
    })
  if (accepted(answer)) return answer.json
  throw refusal(answer, initializeCodes)
}

/**
 * Sends one chunk as JSON, or as flat form fields. Throws SessionExpired when the session has ended and the server
 * has opened no other, UploadError for any other failure.
 */
export async function uploadChunk(
  wire: Wire,
  chunk: Chunk,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<StoredChunk> {
  const encoded = await (chunk.flat ? formChunk : jsonChunk)(chunk.session, chunk.partNumber, chunk.data)
  const answer = await wire.post('upload-chunk', { ...encoded, signal, onProgress })
  return storedChunk(answer)
}

/** Reads the response of upload-chunk or a raw PUT; throws as `uploadChunk` does. */
export function storedChunk(answer: Answer): StoredChunk {
  if (!accepted(answer)) throw refusal(answer)
  const etag = lookUp(answer.json, text, 'etag', 'ETag') ?? answer.etag ?? undefined
  const next = successor(answer.json)
  if (etag === undefined && next === undefined) {
    throw new UploadError('BACKEND_RESPONSE_ERROR', 'ETAG_MISSING', { status: answer.status })
  }
  return { etag, successor: next }
}

/** Requests a successor of an expired session and returns the whole response. */
export async function recoverSession(wire: Wire, session: UploadSession, signal: AbortSignal): Promise<unknown> {
  const { originalFileName, courseId, contentType } = session
  const body = JSON.stringify({ expiredSession: reference(session), originalFileName, courseId, contentType })
  const answer = await wire.post('recover-session', { body, signal })
  if (!accepted(answer)) throw refusal(answer)
  return answer.json
}

export async function validateSession(wire: Wire, session: UploadSession, signal: AbortSignal): Promise<SessionCheck> {
  const body = JSON.stringify({ uploadSession: reference(session) })
  const answer = await wire.post('validate-session', { body, signal }).catch((error: unknown) => {
    if (error instanceof UploadError) return error
    throw error
  })
  if (answer instanceof UploadError) return notValid(answer.message)
  const { json } = answer
  if (!accepted(answer) || lookUp(json, flag, 'isValid', 'is_valid') !== true) {
    return notValid(lookUp(json, text, 'reason') ?? messageOf(json))
  }
  return {
    isValid: true,
    reason: '',
    isNearExpiration: lookUp(json, flag, 'isNearExpiration', 'is_near_expiration') ?? false,
    expirationWarning: lookUp(json, text, 'expirationWarning', 'expiration_warning') ?? '',
    uploadedParts: uploadedParts(json),
    uploadUrls: partUrls(json),
  }
}

const notValid = (reason: string): SessionCheck => ({
  isValid: false,
  reason,
  isNearExpiration: false,
  expirationWarning: '',
  uploadedParts: undefined,
  uploadUrls: [],
})

/** Asks the server to assemble the parts. Throws PartsLost if it wants some of them again. */
export async function completeUpload(
  wire: Wire,
  session: UploadSession,
  parts: readonly UploadedPart[],
  signal: AbortSignal,
): Promise<CompletedUpload> {
  const sorted = parts.toSorted((a, b) => a.partNumber - b.partNumber)
  const body = JSON.stringify({ uploadSession: reference(session), parts: sorted })
  const answer = await wire.post('complete-upload', { body, signal })
  if (!accepted(answer)) {
    const error = refusal(answer, completeCodes)
    const lost = missingParts(answer.json)
    throw [400, 409].includes(answer.status) && lost.length > 0 ? new PartsLost(error, lost) : error
  }
  return completedUpload(answer.json, session)
}

/**
 * Tells the server to discard the session. A session that it does not know, or cannot handle, counts as discarded.
 */
export async function abortUpload(wire: Wire, session: UploadSession, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ uploadSession: reference(session) })
  const answer = await wire.post('abort-upload', { body, signal })
  if (accepted(answer) || answer.status === 404) return
  const error = refusal(answer)
  if (error.errorClass !== 'BACKEND_CONFIG_ERROR') throw error
}

const reference = ({ uploadId, videoId, key, bucket }: UploadSession) => ({ uploadId, videoId, key, bucket })

const accepted = ({ ok, json }: Answer) => ok && lookUp(json, flag, 'success') !== false

/**
 * The error for a response: the server's own text where its code says more than the status, else the request's exact text for the
 * status, else the server's, else that of the class.
 */
function refusal({ status, json, retryAfterMs }: Answer, codes?: ReadonlyMap<number, FailureCode>): UploadError {
  const kind = classOf(status, json)
  if (kind === 'SESSION_EXPIRED') {
    return new SessionExpired(status, lookUp(json, flag, 'recoveryAttempted', 'recovery_attempted') ?? false)
  }
  // Fixed texts: a 401 and a server that cannot accept uploads mean the same to a user, whatever the server says.
  const fixed = kind === 'BACKEND_CONFIG_ERROR' || status === 401
  const said = fixed ? '' : messageOf(json)
  const known = classByCode(json) ? undefined : codes?.get(status)
  const details = { status, retryAfterMs, advice: adviceFor(status) }
  return known || !said
    ? new UploadError(kind, known, details)
    : new UploadError(kind, 'SERVER_MESSAGE', { ...details, said })
}
