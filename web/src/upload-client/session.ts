import { UploadError } from './failure'
import { count, isObject, list, lookUp, object, text } from './json'
import type { CompletedUpload, PartUrl, UploadedPart, UploadSession } from './types'

/** What the client already knows of a session: used for whatever a response leaves out. */
export type SessionHint = Pick<UploadSession, 'originalFileName' | 'courseId' | 'contentType' | 'chunkSize'> &
  Partial<UploadSession> & { fileSize: number }

/**
 * Reads a session from any response that contains one: camelCase or snake_case, wrapped up to three levels deep.
 * Throws UploadError BACKEND_RESPONSE_ERROR if there is no upload id.
 */
export function normaliseSession(json: unknown, hint: SessionHint): UploadSession {
  const uploadId = lookUp(json, text, 'uploadId', 'upload_id')
  if (uploadId === undefined) throw new UploadError('BACKEND_RESPONSE_ERROR', 'UPLOAD_ID_MISSING')
  const chunkSize = lookUp(json, count, 'chunkSize', 'chunk_size') ?? hint.chunkSize
  return {
    uploadId,
    chunkSize,
    videoId: lookUp(json, text, 'videoId', 'video_id') ?? hint.videoId ?? '',
    key: lookUp(json, text, 'key') ?? hint.key ?? '',
    bucket: lookUp(json, text, 'bucket') ?? hint.bucket ?? '',
    originalFileName: hint.originalFileName,
    courseId: hint.courseId,
    contentType: hint.contentType,
    uploadUrls: partUrls(json),
    totalChunks: lookUp(json, count, 'totalChunks', 'total_chunks') ?? Math.ceil(hint.fileSize / chunkSize),
    expiresAt: lookUp(json, text, 'expiresAt', 'expires_at') ?? '',
  }
}

/** The signed URLs in a response, if any. */
export function partUrls(json: unknown): PartUrl[] {
  const urls = lookUp(json, list, 'uploadUrls', 'upload_urls') ?? []
  return urls.flatMap((entry, index) => {
    const url = text(entry) ?? lookUp(entry, text, 'url', 'uploadUrl', 'upload_url', 'signedUrl', 'signed_url')
    const partNumber = isObject(entry) ? lookUp(entry, count, 'partNumber', 'part_number') : index + 1
    return url !== undefined && partNumber !== undefined ? [{ partNumber, url }] : []
  })
}

/** The server's list of stored parts, sorted; undefined if the response has none. */
export function uploadedParts(json: unknown): UploadedPart[] | undefined {
  const parts = lookUp(json, list, 'uploadedParts', 'uploaded_parts', 'carriedParts', 'carried_parts')
  return parts
    ?.flatMap((entry) => {
      const partNumber = lookUp(entry, count, 'partNumber', 'part_number')
      const etag = lookUp(entry, text, 'etag', 'ETag')
      return partNumber !== undefined && etag !== undefined ? [{ partNumber, etag }] : []
    })
    .sort((a, b) => a.partNumber - b.partNumber)
}

/** The parts that a refused completion wants sent again. */
export function missingParts(json: unknown): number[] {
  return (lookUp(json, list, 'missingParts', 'missing_parts') ?? []).flatMap((entry) => count(entry) ?? [])
}

/** The session that the server opened to replace an expired one, if the response names one. */
export function successor(json: unknown): unknown {
  return lookUp(json, object, 'newUploadSession', 'new_upload_session')
}

export function completedUpload(json: unknown, session: UploadSession): CompletedUpload {
  // The envelope's own status is just "success"; the video's is next to its id.
  const data = lookUp(json, object, 'data') ?? json
  return {
    videoId: lookUp(json, text, 'videoId', 'video_id') ?? session.videoId,
    status: lookUp(data, text, 'status') ?? 'processing',
    processingJobId: lookUp(json, text, 'processingJobId', 'processing_job_id') ?? '',
    estimatedProcessingTime: lookUp(json, text, 'estimatedProcessingTime', 'estimated_processing_time') ?? '',
    message: lookUp(data, text, 'message') ?? lookUp(json, text, 'message') ?? '',
  }
}
