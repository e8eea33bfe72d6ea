import { t } from '@lingui/core/macro'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { allItems, byCursor } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import type { NoteFilters } from './filters'
import { noteKeys } from './keys'
import { asMarkdown } from './markdown'

export type Note = Schema<'Note'>

/** The reader's own notes in a lesson. */
export const notesQuery = (lessonId: string) =>
  queryOptions({
    queryKey: noteKeys.ofLesson(lessonId),
    queryFn: () => one(api.GET('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } } })),
  })

function useChange<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: noteKeys.all }) })
}

export const useAddNote = (lessonId: string) =>
  useChange((body: Schema<'NewNote'>) =>
    one(api.POST('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } }, body })),
  )

export const useChangeNote = (id: string) =>
  useChange((body: Schema<'NewNote'>) => one(api.PUT('/progress/notes/{id}', { params: { path: { id } }, body })))

/** The reader's own notes in a course that contain the search words, last changed first. */
export const foundNotesQuery = (courseId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: noteKeys.search(courseId, search),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/progress/courses/{id}/notes', {
          params: { path: { id: courseId }, query: { search, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    enabled: search !== '',
  })

const queryOf = ({ search, course, lesson }: NoteFilters) => ({
  ...(search && { search }),
  ...(course && { courseId: course }),
  ...(lesson && { lessonId: lesson }),
})

/** The reader's own notes in all courses, last changed first. */
export const myNotesQuery = (filters: NoteFilters) =>
  infiniteQueryOptions({
    queryKey: noteKeys.mine(filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/progress/notes', {
          params: { query: { ...queryOf(filters), ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    placeholderData: keepPreviousData,
  })

/** The lessons on which the reader has notes, in the order of courses and lessons. */
export const notedLessonsQuery = () =>
  queryOptions({ queryKey: noteKeys.lessons(), queryFn: () => one(api.GET('/progress/noted-lessons')) })

/** Downloads all notes under these filters as Markdown. */
export const useExportNotes = () =>
  useMutation({
    mutationFn: async (filters: NoteFilters) => {
      const notes: Note[] = []
      let cursor: string | undefined
      do {
        const query = { ...queryOf(filters), limit: 100, ...(cursor && { cursor }) }
        const page = await many(api.GET('/progress/notes', { params: { query } }))
        notes.push(...page.items)
        cursor = page.next
      } while (cursor)
      return notes
    },
    onSuccess: (notes) =>
      saveFile(new Blob([asMarkdown(notes, window.location.origin)], { type: 'text/markdown' }), t`my-notes.md`),
  })

export const useDeleteNote = () =>
  useChange((id: string) => one(api.DELETE('/progress/notes/{id}', { params: { path: { id } } })))
