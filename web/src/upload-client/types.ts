// The words of the upload client: spec 000 sections 3, 4 and 9.

/** Where one upload stands. `initialized`: the session is held and nothing moves (before the first part, or paused). */
export type UploadState = 'initializing' | 'initialized' | 'uploading' | 'completed' | 'failed' | 'aborted'

/** What is read of a file. A browser's `File` is one. */
export interface UploadFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, as in the file system. */
  readonly lastModified: number
  slice(start: number, end: number): Blob
}

/** A signed URL that takes one part's raw bytes by PUT. */
export interface PartUrl {
  partNumber: number
  url: string
}

/** An upload session as the server gave it, in one spelling whatever the server's was. */
export interface UploadSession {
  uploadId: string
  videoId: string
  key: string
  bucket: string
  originalFileName: string
  courseId: string
  contentType: string
  /** Empty where the server takes chunks only. */
  uploadUrls: PartUrl[]
  /** Bytes of every part but the last. */
  chunkSize: number
  totalChunks: number
  /** RFC 3339, or empty where the server does not say. */
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

/** What went wrong, ready to show. */
export interface Failure {
  errorClass: ErrorClass
  /** What happened, in the spec's exact words where it has some. Show this one. */
  message: string
  /** The same for the whole class of errors, in plain words. */
  userMessage: string
  suggestedAction: string
  /** Whether Retry makes sense. The session is kept either way. */
  retryable: boolean
  /** HTTP status of the answer; 0 where there was none. */
  status: number
}

/** Answer of complete-upload. */
export interface CompletedUpload {
  videoId: string
  status: string
  processingJobId: string
  /** As the server words it: seconds or text. Empty where it does not say. */
  estimatedProcessingTime: string
  message: string
}

/** One reading of an `Uploader`. A new object at every change. */
export interface UploadSnapshot {
  state: UploadState
  /** Bytes acknowledged or on their way. */
  sentBytes: number
  totalBytes: number
  session: UploadSession | null
  parts: readonly UploadedPart[]
  /** How often the session was replaced because it had expired; at most 2. */
  refreshes: number
  failure: Failure | null
  completed: CompletedUpload | null
}

/** `needs-file`: known from before a reload; goes on when the same file is picked again. */
export type UploadItemStatus = 'waiting' | 'uploading' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'needs-file'

/** One file of the queue, as a dock or a list shows it. */
export interface UploadItem {
  id: string
  fileName: string
  fileSize: number
  courseId: string
  /** The metadata that goes with initialize-upload (title and the like). */
  metadata: Readonly<Record<string, string>>
  status: UploadItemStatus
  sentBytes: number
  /** 0 to 100, whole. */
  percent: number
  /** Smoothed; 0 while nothing moves. */
  bytesPerSecond: number
  /** null while unknown. */
  secondsLeft: number | null
  /** Known from the moment that the session is open. */
  videoId: string | null
  failure: Failure | null
  completed: CompletedUpload | null
}

/** The queue's snapshot for `useSyncExternalStore`: the same object until something changes. */
export interface QueueSnapshot {
  items: readonly UploadItem[]
  /** True while closing the tab would interrupt something: warn in `beforeunload`. */
  hasActive: boolean
}

/** A file that was not taken, and why, in words for people. */
export interface RefusedFile {
  fileName: string
  message: string
}
