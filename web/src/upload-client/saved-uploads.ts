// Uploads interrupted by a reload: what is needed to resume once the same file is selected again.
import { count, isObject, parse, text } from './json'
import { normaliseSession, uploadedParts } from './session'
import type { UploadedPart, UploadSession } from './types'

/** The part of localStorage that we use. */
export type UploadStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface SavedUpload {
  id: string
  fingerprint: string
  fileName: string
  fileSize: number
  courseId: string
  metadata: Readonly<Record<string, string>>
  session: UploadSession
  /** A hint for the progress bar: the server's own list takes precedence. */
  parts: readonly UploadedPart[]
  /** How often its session was replaced. */
  refreshes: number
  /** Milliseconds since 1970. */
  savedAt: number
}

/** After a week the server has deleted the parts, and the user has forgotten the upload. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/** One entry per upload, so that two tabs do not overwrite each other's. */
export class SavedUploads {
  private readonly prefix: string

  constructor(
    private readonly storage: UploadStorage,
    owner: string,
  ) {
    this.prefix = `lectern.upload.${owner}.`
  }

  /** The valid entries, oldest first; expired ones are deleted. */
  load(now: number): SavedUpload[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index))
    const found = keys.flatMap((key) => {
      if (!key?.startsWith(this.prefix)) return []
      const saved = readSaved(key.slice(this.prefix.length), parse(this.storage.getItem(key) ?? ''))
      if (saved && now - saved.savedAt < KEPT_MS) return [saved]
      this.storage.removeItem(key)
      return []
    })
    return found.sort((a, b) => a.savedAt - b.savedAt)
  }

  save(upload: SavedUpload): void {
    const { id, ...rest } = upload
    // Signed URLs are many, long, and expired by the time they would be used.
    const session = { ...rest.session, uploadUrls: [] }
    const uploadedParts = rest.parts
    try {
      this.storage.setItem(this.prefix + id, JSON.stringify({ ...rest, session, uploadedParts }))
    } catch {
      // Full or unavailable storage prevents resuming after a reload, not uploading.
    }
  }

  forget(id: string): void {
    this.storage.removeItem(this.prefix + id)
  }
}

function readSaved(id: string, json: unknown): SavedUpload | null {
  if (!isObject(json) || !isObject(json.session)) return null
  const fingerprint = text(json.fingerprint)
  const fileName = text(json.fileName)
  const fileSize = count(json.fileSize)
  const courseId = text(json.courseId)
  const chunkSize = count(json.session.chunkSize)
  const savedAt = count(json.savedAt)
  if (!fingerprint || !fileName || !fileSize || !courseId || !chunkSize || !savedAt || !text(json.session.uploadId))
    return null
  const contentType = text(json.session.contentType) ?? ''
  const session = normaliseSession(json.session, {
    originalFileName: fileName,
    courseId,
    contentType,
    chunkSize,
    fileSize,
  })
  const metadata = Object.fromEntries(
    Object.entries(isObject(json.metadata) ? json.metadata : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const parts = uploadedParts(json) ?? []
  const refreshes = count(json.refreshes) ?? 0
  return { id, fingerprint, fileName, fileSize, courseId, metadata, session, parts, refreshes, savedAt }
}
