// The terms of the upload client: spec 000 sections 3, 4 and 9.
import type { OtherAction, SentenceCode } from './sentences'

/**
 * The state of an upload. `initialized`: there is a session and nothing is moving (before the first part, or paused).
 */
export type UploadState = 'initializing' | 'initialized' | 'uploading' | 'completed' | 'failed' | 'aborted'

/** The part of a file that is read. A browser's `File` qualifies. */
export interface UploadFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, as in the file system. */
  readonly lastModified: number
  slice(start: number, end: number): Blob
}

/** A signed URL that accepts the raw bytes of one part by PUT. */
export interface PartUrl {
  partNumber: number
  url: string
}

/** An upload session as the server returned it, in one spelling whatever the server's was. */
export interface UploadSession {
  uploadId: string
  videoId: string
  key: string
  bucket: string
  originalFileName: string
  courseId: string
  contentType: string
  /** Empty if the server accepts chunks only. */
  uploadUrls: PartUrl[]
  /** Bytes of every part except the last. */
  chunkSize: number
  totalChunks: number
  /** RFC 3339, or empty if the server does not say. */
  expiresAt: string
}

/** A part that the server has acknowledged. Part numbers start at 1. */
export interface UploadedPart {
  partNumber: number
  etag: string
}

export type ErrorClass =
  | 'SESSION_EXPIRED'
  | 'BACKEND_CONFIG_ERROR'
  | 'EMPTY_CHUNK_ERROR'
  | 'PARAMETER_MISMATCH'
  | 'DETAILED_PARAMETER_VALIDATION_ERROR'
  | 'BACKEND_RESPONSE_ERROR'
  | 'AUTH_ERROR'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_FORMAT'
  | 'SERVER_ERROR'
  | 'NETWORK_ERROR'
  | 'SESSION_NOT_FOUND'
  | 'TIMEOUT_ERROR'
  | 'UNKNOWN_ERROR'

/** What happened: the class of the error, a sentence of the client, or `SERVER_MESSAGE`, the server's own words. */
export type FailureCode = ErrorClass | SentenceCode | 'SERVER_MESSAGE'

/** What to do: what helps against the class of the error, or another action. */
export type ActionCode = ErrorClass | OtherAction

/** An error, ready to show. */
export interface Failure {
  errorClass: ErrorClass
  /** Finer than the class; a screen that has its own words chooses them by this code. */
  code: FailureCode
  actionCode: ActionCode
  /** What happened, in the spec's exact words if it has any. Show this one. */
  message: string
  /** The same for the whole error class, in plain words. */
  userMessage: string
  suggestedAction: string
  /** Whether Retry makes sense. The session is kept either way; where it does not, running again starts anew. */
  retryable: boolean
  /** HTTP status of the response; 0 if there was none. */
  status: number
}

/** The response of complete-upload. */
export interface CompletedUpload {
  videoId: string
  status: string
  processingJobId: string
  /** In the server's words: seconds or text. Empty if it does not say. */
  estimatedProcessingTime: string
  message: string
}

/** A snapshot of an `Uploader`. A new object at every change. */
export interface UploadSnapshot {
  state: UploadState
  /** Bytes acknowledged or in flight. */
  sentBytes: number
  totalBytes: number
  session: UploadSession | null
  parts: readonly UploadedPart[]
  /** How often the session of this upload was replaced after expiring, over all runs; at most 2. */
  refreshes: number
  failure: Failure | null
  completed: CompletedUpload | null
}

/** `needs-file`: known from before a reload; resumes when the same file is selected again. */
export type UploadItemStatus = 'waiting' | 'uploading' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'needs-file'

/** One file in the queue, for a dock or list. */
export interface UploadItem {
  id: string
  fileName: string
  fileSize: number
  courseId: string
  /** The metadata for initialize-upload (title and the like). */
  metadata: Readonly<Record<string, string>>
  status: UploadItemStatus
  sentBytes: number
  /** 0 to 100, an integer. */
  percent: number
  /** Smoothed; 0 while nothing moves. */
  bytesPerSecond: number
  /** null while unknown. */
  secondsLeft: number | null
  /** Known once the session is open. */
  videoId: string | null
  failure: Failure | null
  completed: CompletedUpload | null
}

/** The queue's snapshot for `useSyncExternalStore`: the same object until something changes. */
export interface QueueSnapshot {
  items: readonly UploadItem[]
  /** Closing the tab would interrupt something: warn in `beforeunload`. */
  hasActive: boolean
}

/** Why a file was refused. */
export type RefusalCode = Extract<
  SentenceCode,
  | 'FILE_NAME_MISSING'
  | 'FORMAT_UNSUPPORTED'
  | 'CONTENT_TYPE_MISSING'
  | 'FILE_SIZE_INVALID'
  | 'FILE_OVER_LIMIT'
  | 'COURSE_MISSING'
  | 'FILE_UNREADABLE'
  | 'ALREADY_UPLOADING'
  | 'NO_FILE_WANTED'
  | 'ANOTHER_FILE'
>

/** A file that was refused, and why. */
export interface RefusedFile {
  fileName: string
  code: RefusalCode
  /** The sentence of the code, for users. */
  message: string
}
