// What is refused before the first byte is sent (spec 000 section 5, texts exact).
import { MAX_FILE_BYTES } from './chunk-size'
import { sentences } from './sentences'
import type { ErrorClass, RefusalCode } from './types'

const advertised = new Map([
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['avi', 'video/x-msvideo'],
  ['mkv', 'video/x-matroska'],
])

/** Accepted by most servers, and not advertised. */
const others = new Map([
  ['ts', 'video/mp2t'],
  ['m2ts', 'video/mp2t'],
  ['mts', 'video/mp2t'],
  ['flv', 'video/x-flv'],
  ['wmv', 'video/x-ms-wmv'],
  ['3gp', 'video/3gpp'],
  ['ogv', 'video/ogg'],
])

/** For a file input's `accept`. */
export const ACCEPTED_FILES = [...advertised.keys()].map((extension) => `.${extension}`).join(',')

/** The media type for a file's extension, undefined if it is not a supported video. */
export function contentTypeOf(fileName: string): string | undefined {
  const dot = fileName.lastIndexOf('.')
  const extension = fileName.slice(dot + 1).toLowerCase()
  return dot < 0 ? undefined : (advertised.get(extension) ?? others.get(extension))
}

export interface UploadInput {
  fileName: string
  /** Bytes. */
  fileSize: number
  courseId: string
  /** By the extension if absent. */
  contentType?: string | undefined
}

interface Rule {
  code: RefusalCode
  errorClass: ErrorClass
  broken: (input: UploadInput) => boolean
}

const required: ErrorClass = 'DETAILED_PARAMETER_VALIDATION_ERROR'

const rules: readonly Rule[] = [
  { code: 'FILE_NAME_MISSING', errorClass: required, broken: ({ fileName }) => fileName.trim() === '' },
  {
    code: 'FORMAT_UNSUPPORTED',
    errorClass: 'UNSUPPORTED_FORMAT',
    broken: ({ fileName }) => contentTypeOf(fileName) === undefined,
  },
  { code: 'CONTENT_TYPE_MISSING', errorClass: required, broken: ({ contentType }) => contentType === '' },
  {
    code: 'FILE_SIZE_INVALID',
    errorClass: required,
    broken: ({ fileSize }) => !(Number.isSafeInteger(fileSize) && fileSize > 0),
  },
  {
    code: 'FILE_OVER_LIMIT',
    errorClass: 'FILE_TOO_LARGE',
    broken: ({ fileSize }) => fileSize > MAX_FILE_BYTES,
  },
  {
    code: 'COURSE_MISSING',
    errorClass: required,
    broken: ({ courseId }) => courseId.trim() === '',
  },
]

/** The first rule that an upload breaks. */
export const brokenRule = (input: UploadInput): Rule | undefined => rules.find(({ broken }) => broken(input))

/** The first problem with an upload, in the spec's words, or null. */
export function validateFile(input: UploadInput): string | null {
  const rule = brokenRule(input)
  return rule ? sentences[rule.code] : null
}
