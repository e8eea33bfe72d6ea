// The upload client's refusals and failures in the reader's language. The English of spec 000 sections 5 and 8 is exact.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { ActionCode, Failure, FailureCode, RefusedFile } from '@/upload-client'

const happened: Record<Exclude<FailureCode, 'SERVER_MESSAGE'>, MessageDescriptor> = {
  FILE_NAME_MISSING: msg`File name is required`,
  FORMAT_UNSUPPORTED: msg`Unsupported video format`,
  CONTENT_TYPE_MISSING: msg`Content type is required`,
  FILE_SIZE_INVALID: msg`Valid file size is required`,
  FILE_OVER_LIMIT: msg`File size exceeds maximum limit of 10GB`,
  COURSE_MISSING: msg`courseId is required in metadata for video upload`,
  FILE_UNREADABLE: msg`Your browser can't read this file. Check that it is still there.`,
  FILE_CHANGED: msg`Your browser can't read this file any more. It may have been moved or changed.`,
  ALREADY_UPLOADING: msg`This file is already being uploaded to this course.`,
  NO_FILE_WANTED: msg`This upload doesn't need a file any more.`,
  ANOTHER_FILE: msg`This isn't the file whose upload was interrupted. Choose the same file.`,
  SIGN_IN_REQUIRED: msg`Authentication required. Please log in to upload videos.`,
  SIGN_IN_REFUSED: msg`Authentication failed. Please log in again and try uploading the video.`,
  NOT_PERMITTED: msg`Access denied. You do not have permission to upload videos.`,
  SERVICE_NOT_FOUND: msg`Video streaming service not found. Please contact support.`,
  UPLOAD_DATA_INVALID: msg`Invalid upload data. Please restart the upload.`,
  UPLOAD_ID_MISSING: msg`Invalid response from server: missing upload ID`,
  ETAG_MISSING: msg`Invalid response from server: missing etag`,
  CHUNK_TOO_LARGE: msg`Chunk size exceeds maximum limit of 50MB`,
  CHUNK_ATTEMPTS_FAILED: msg`Failed to upload chunk after 3 attempts`,
  RECOVERY_FAILED: msg`Session recovery failed. Please restart the upload.`,
  AUTOMATIC_RECOVERY_FAILED: msg`Session expired and automatic recovery failed. Please restart the upload.`,
  REFRESH_LIMIT_REACHED: msg`Upload session refresh limit reached.`,
  SESSION_EXPIRED: msg`This upload was interrupted for too long, and its session has expired.`,
  BACKEND_CONFIG_ERROR: msg`Server configuration error: The backend is not properly configured to handle file uploads. Please contact support.`,
  EMPTY_CHUNK_ERROR: msg`Empty chunk detected. Please try uploading again.`,
  PARAMETER_MISMATCH: msg`The details of this upload differ from those on the server.`,
  DETAILED_PARAMETER_VALIDATION_ERROR: msg`The server rejected some details of this upload.`,
  BACKEND_RESPONSE_ERROR: msg`The server sent a response that can't be used.`,
  AUTH_ERROR: msg`Your session has expired. Please log in again.`,
  FILE_TOO_LARGE: msg`File too large. Please use a smaller video file.`,
  UNSUPPORTED_FORMAT: msg`Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format.`,
  SERVER_ERROR: msg`Server error. The video streaming service is currently unavailable. Please try again later.`,
  NETWORK_ERROR: msg`Network error. Please check your internet connection and try again.`,
  SESSION_NOT_FOUND: msg`Upload session not found. The upload may have expired.`,
  TIMEOUT_ERROR: msg`The server took too long to respond.`,
  UNKNOWN_ERROR: msg`Something went wrong with this upload.`,
}

const helps: Record<ActionCode, MessageDescriptor> = {
  SESSION_EXPIRED: msg`Restart the upload.`,
  BACKEND_CONFIG_ERROR: msg`The server doesn't accept uploads in parts.`,
  EMPTY_CHUNK_ERROR: msg`Check that the file still opens on your device.`,
  PARAMETER_MISMATCH: msg`Refresh the page and choose the file again.`,
  DETAILED_PARAMETER_VALIDATION_ERROR: msg`Correct them, then start a new upload.`,
  BACKEND_RESPONSE_ERROR: msg`Start a new upload. If it happens again, contact support.`,
  AUTH_ERROR: msg`Sign in with an account that may upload to this course, then try again.`,
  FILE_TOO_LARGE: msg`Compress the video, or split it into parts of at most 10 GB.`,
  UNSUPPORTED_FORMAT: msg`Convert the video to MP4, MOV, WebM, AVI or MKV.`,
  SERVER_ERROR: msg`What has arrived is kept, and you can try again in a moment.`,
  NETWORK_ERROR: msg`What has arrived is kept. The upload continues when you are back online.`,
  SESSION_NOT_FOUND: msg`Start a new upload.`,
  TIMEOUT_ERROR: msg`Check your connection, then try again. What has arrived is kept.`,
  UNKNOWN_ERROR: msg`Try again. If it happens again, contact support.`,
  USE_ANOTHER_ACCOUNT: msg`Sign in with an account that may upload to this course, then start a new upload.`,
  FREE_SPACE: msg`Tell your administrator. Once the server has space again, you can continue: what has arrived is kept.`,
  CHOOSE_FILE_AGAIN: msg`Choose the file again.`,
}

/** Why a file was refused. */
export const refusalText = ({ code }: RefusedFile) => t(happened[code])

/** What happened, and what to do about it. The server's own words are English: others read what its class means. */
export function failureText({ code, errorClass, message, actionCode }: Failure) {
  if (code !== 'SERVER_MESSAGE') return { what: t(happened[code]), next: t(helps[actionCode]) }
  return { what: i18n.locale === 'en' ? message : t(happened[errorClass]), next: t(helps[actionCode]) }
}
