// The fourteen error classes of spec 001 section 8: the message of each, and whether retrying makes sense.
import { flag, lookUp, text } from './json'
import { type OtherAction, otherActions, type SentenceCode, sentences } from './sentences'
import type { ErrorClass, Failure, FailureCode } from './types'

interface Reading {
  userMessage: string
  suggestedAction: string
  retryable: boolean
}

const readings: Record<ErrorClass, Reading> = {
  SESSION_EXPIRED: {
    userMessage: 'This upload was left too long and its session has expired.',
    suggestedAction: 'Restart the upload.',
    retryable: true,
  },
  BACKEND_CONFIG_ERROR: {
    userMessage:
      'Server configuration error: The backend is not properly configured to handle file uploads. Please contact support.',
    suggestedAction: 'Contact support: the server does not take multipart uploads.',
    retryable: false,
  },
  EMPTY_CHUNK_ERROR: {
    userMessage: 'Empty chunk detected. Please try uploading again.',
    suggestedAction: 'Check that the file still opens on your device, then retry.',
    retryable: true,
  },
  PARAMETER_MISMATCH: {
    userMessage: 'The server holds other details of this upload than this page does.',
    suggestedAction: 'Refresh the page and pick the file again.',
    retryable: true,
  },
  DETAILED_PARAMETER_VALIDATION_ERROR: {
    userMessage: 'The server refused some details of this upload.',
    suggestedAction: 'Correct what the message names, then start a new upload.',
    retryable: false,
  },
  BACKEND_RESPONSE_ERROR: {
    userMessage: 'The server gave an answer that this page cannot use.',
    suggestedAction: 'Start a new upload. If it happens again, contact support.',
    retryable: false,
  },
  AUTH_ERROR: {
    userMessage: 'Your session has expired. Please log in again.',
    suggestedAction: 'Log in with an account that may upload to this course, then retry.',
    retryable: true,
  },
  FILE_TOO_LARGE: {
    userMessage: 'File too large. Please use a smaller video file.',
    suggestedAction: 'Compress the video or split it into parts of at most 10 GB.',
    retryable: false,
  },
  UNSUPPORTED_FORMAT: {
    userMessage: 'Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format.',
    suggestedAction: 'Convert the video to MP4, MOV, WebM, AVI or MKV.',
    retryable: false,
  },
  SERVER_ERROR: {
    userMessage: 'Server error. The video streaming service is currently unavailable. Please try again later.',
    suggestedAction: 'Wait a moment, then retry: what has arrived is kept.',
    retryable: true,
  },
  NETWORK_ERROR: {
    userMessage: 'Network error. Please check your internet connection and try again.',
    suggestedAction: 'Check your connection, then retry: what has arrived is kept.',
    retryable: true,
  },
  SESSION_NOT_FOUND: {
    userMessage: 'Upload session not found. The upload may have expired.',
    suggestedAction: 'Start a new upload.',
    retryable: false,
  },
  TIMEOUT_ERROR: {
    userMessage: 'The server took too long to answer.',
    suggestedAction: 'Check your connection, then retry: what has arrived is kept.',
    retryable: true,
  },
  UNKNOWN_ERROR: {
    userMessage: 'Something went wrong with this upload.',
    suggestedAction: 'Retry. If it happens again, contact support.',
    retryable: true,
  },
}

/** Details of one failure that its class does not tell. */
export interface Advice {
  /** Retrying cannot help, although it can for others of the class. */
  final?: boolean
  action?: OtherAction
}

interface Details {
  /** HTTP status, 0 where nothing was answered. */
  status?: number
  /** How long the server asked to be left alone. */
  retryAfterMs?: number
  /** What to do, where the class does not know it. */
  advice?: Advice
  /** What the server, or the browser, says itself. */
  said?: string | undefined
}

/** An upload that cannot continue. Every error that leaves the client's own code is one. */
export class UploadError extends Error {
  readonly status: number
  readonly retryAfterMs: number
  readonly advice: Advice

  /**
   * @param errorClass its class; decides what is advised
   * @param code what happened; the class where there is nothing more exact
   */
  constructor(
    readonly errorClass: ErrorClass,
    readonly code: FailureCode = errorClass,
    { status = 0, retryAfterMs = 0, advice = {}, said }: Details = {},
  ) {
    super(said || (isSentenceCode(code) ? sentences[code] : readings[errorClass].userMessage))
    this.name = 'UploadError'
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.advice = advice
  }
}

const isSentenceCode = (code: FailureCode): code is SentenceCode => Object.hasOwn(sentences, code)

/** Classifies anything thrown as one of the fourteen classes. */
export function classify(error: unknown): Failure {
  const known =
    error instanceof UploadError
      ? error
      : new UploadError('UNKNOWN_ERROR', undefined, { said: error instanceof Error ? error.message : undefined })
  const { errorClass, code, message, status, advice } = known
  const { userMessage, suggestedAction, retryable } = readings[errorClass]
  return {
    errorClass,
    code,
    actionCode: advice.action ?? errorClass,
    message,
    userMessage,
    suggestedAction: advice.action ? otherActions[advice.action] : suggestedAction,
    retryable: retryable && !advice.final,
    status,
  }
}

/** Only a new session can bring the file to the server: what follows is another upload. A file that cannot be read can be picked again. */
export const endsSession = ({ retryable, errorClass }: Failure) =>
  errorClass === 'SESSION_EXPIRED' || (!retryable && errorClass !== 'UNKNOWN_ERROR')

/** What to do about an answer of this status, where its class does not know it. */
export function adviceFor(status: number): Advice {
  if (status === 403) return { final: true, action: 'USE_ANOTHER_ACCOUNT' }
  if (status === 507) return { action: 'FREE_SPACE' }
  return {}
}

/** A file that was moved, changed or taken away while it was uploaded. */
export const unreadableFile = () =>
  new UploadError('UNKNOWN_ERROR', 'FILE_CHANGED', { advice: { final: true, action: 'CHOOSE_FILE_AGAIN' } })

/** Milliseconds to wait before the next attempt (spec 001 section 9). `attempt` is the one that failed, from 1. */
export function retryDelayMs(errorClass: ErrorClass, attempt: number): number {
  if (errorClass === 'NETWORK_ERROR') return 2000
  if (errorClass === 'TIMEOUT_ERROR') return 3000
  return 1000 * attempt
}

const byStatus = new Map<number, ErrorClass>([
  [401, 'AUTH_ERROR'],
  [403, 'AUTH_ERROR'],
  [404, 'SESSION_NOT_FOUND'],
  [408, 'TIMEOUT_ERROR'],
  [409, 'BACKEND_RESPONSE_ERROR'],
  [410, 'SESSION_EXPIRED'],
  [413, 'FILE_TOO_LARGE'],
  [415, 'UNSUPPORTED_FORMAT'],
  [504, 'TIMEOUT_ERROR'],
])

// For servers that only describe the error in words.
const byWords: [RegExp, ErrorClass][] = [
  [/multipart|multer|not properly configured to handle file uploads/i, 'BACKEND_CONFIG_ERROR'],
  [/session (has |is )?expired/i, 'SESSION_EXPIRED'],
  [/empty chunk/i, 'EMPTY_CHUNK_ERROR'],
  [/mismatch|does not match|do not match/i, 'PARAMETER_MISMATCH'],
]

/** The class of a failed response: by the server's code, then its message, then its status. */
export function classOf(status: number, json: unknown): ErrorClass {
  const named = lookUp(json, errorClassName, 'errorType', 'error_type', 'code')
  if (named) return named
  const coded = classByCode(json)
  if (coded) return coded
  if (status === 410 || lookUp(json, flag, 'isSessionExpired', 'is_session_expired')) return 'SESSION_EXPIRED'
  const worded = byWords.find(([pattern]) => pattern.test(messageOf(json)))?.[1]
  if (worded && (status === 400 || (status >= 500 && worded === 'BACKEND_CONFIG_ERROR'))) return worded
  if (status === 400 || status === 422) return 'DETAILED_PARAMETER_VALIDATION_ERROR'
  return byStatus.get(status) ?? (status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR')
}

// Codes that say more than the status: a wrong course is not a missing service.
const byCode = new Map<string, ErrorClass>([['course_not_found', 'DETAILED_PARAMETER_VALIDATION_ERROR']])

/** The class of a code that says more than its status. */
export const classByCode = (json: unknown): ErrorClass | undefined => byCode.get(lookUp(json, text, 'code') ?? '')

/** The server's own message, or "". */
export function messageOf(json: unknown): string {
  return lookUp(json, text, 'message') ?? lookUp(json, text, 'error') ?? ''
}

function errorClassName(value: unknown): ErrorClass | undefined {
  return typeof value === 'string' && isErrorClass(value) ? value : undefined
}

const isErrorClass = (name: string): name is ErrorClass => Object.hasOwn(readings, name)

/** The server says that the session has expired. `recoveryAttempted`: it tried to open a successor and failed. */
export class SessionExpired extends UploadError {
  constructor(
    status: number,
    readonly recoveryAttempted: boolean,
  ) {
    super('SESSION_EXPIRED', undefined, { status })
  }
}

/** A refused completion: the server has lost these parts and wants them again. */
export class PartsLost extends UploadError {
  constructor(
    { errorClass, code, message, status }: UploadError,
    readonly partNumbers: readonly number[],
  ) {
    super(errorClass, code, { status, said: message })
  }
}

/** Whether the same request may succeed a moment later. A full server (507) stays full. */
export function isTransient(error: unknown): error is UploadError {
  if (!(error instanceof UploadError) || error.status === 507) return false
  return ['SERVER_ERROR', 'NETWORK_ERROR', 'TIMEOUT_ERROR'].includes(error.errorClass)
}
