// What the client says itself, by the code for which a screen has its own words in the reader's language.

/** The exact texts of spec 000 sections 5 and 8, and what the spec leaves open. */
export const sentences = {
  FILE_NAME_MISSING: 'File name is required',
  FORMAT_UNSUPPORTED: 'Unsupported video format',
  CONTENT_TYPE_MISSING: 'Content type is required',
  FILE_SIZE_INVALID: 'Valid file size is required',
  FILE_OVER_LIMIT: 'File size exceeds maximum limit of 10GB',
  COURSE_MISSING: 'courseId is required in metadata for video upload',
  FILE_UNREADABLE: 'The file cannot be read. Is it still there?',
  FILE_CHANGED: 'The file can no longer be read. Was it moved or changed? Pick it again.',
  ALREADY_UPLOADING: 'This file is already being uploaded to this course.',
  NO_FILE_WANTED: 'This upload is not waiting for a file.',
  ANOTHER_FILE: 'This is not the file whose upload was interrupted. Please pick the same file again.',
  SIGN_IN_REQUIRED: 'Authentication required. Please log in to upload videos.',
  SIGN_IN_REFUSED: 'Authentication failed. Please log in again and try uploading the video.',
  NOT_PERMITTED: 'Access denied. You do not have permission to upload videos.',
  SERVICE_NOT_FOUND: 'Video streaming service not found. Please contact support.',
  UPLOAD_DATA_INVALID: 'Invalid upload data. Please restart the upload.',
  UPLOAD_ID_MISSING: 'Invalid response from server: missing upload ID',
  ETAG_MISSING: 'Invalid response from server: missing etag',
  CHUNK_TOO_LARGE: 'Chunk size exceeds maximum limit of 50MB',
  CHUNK_ATTEMPTS_FAILED: 'Failed to upload chunk after 3 attempts',
  RECOVERY_FAILED: 'Session recovery failed. Please restart the upload.',
  AUTOMATIC_RECOVERY_FAILED: 'Session expired and automatic recovery failed. Please restart the upload.',
  REFRESH_LIMIT_REACHED: 'Upload session refresh limit reached.',
} as const

export type SentenceCode = keyof typeof sentences

/** What to do where the class of the error does not know it. */
export const otherActions = {
  USE_ANOTHER_ACCOUNT: 'Log in with an account that may upload to this course, then start a new upload.',
  FREE_SPACE: 'Tell the administrator. Once there is room on the server, retry: what has arrived is kept.',
  CHOOSE_FILE_AGAIN: 'Choose the file again.',
} as const

export type OtherAction = keyof typeof otherActions
