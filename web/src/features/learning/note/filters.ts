/** Which of one's own notes are listed, kept in the URL. */
export type NoteFilters = { search?: string; course?: string; lesson?: string }

type Loose = { [K in keyof NoteFilters]?: NoteFilters[K] | undefined }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readNoteFilters = (raw: Record<string, unknown>): Loose => ({
  search: text(raw.search),
  course: text(raw.course),
  lesson: text(raw.lesson),
})
