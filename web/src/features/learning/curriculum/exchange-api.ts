// Exchange of curricula: templates, copies of other courses, packages.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { atCourse, useEdit } from './api'
import type { TemplateFilters } from './filters'
import { templateKeys } from './keys'

export const templatesQuery = (filters: TemplateFilters) =>
  queryOptions({
    queryKey: templateKeys.list(filters),
    queryFn: () => many(api.GET('/curriculum/templates', { params: { query: filters } })),
  })

export const useImportTemplate = (courseId: string) =>
  useEdit(courseId, (templateId: string) =>
    one(api.POST('/curriculum/course/{id}/import/{templateId}', { params: { path: { id: courseId, templateId } } })),
  )

export function useMakeTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewTemplate'>) => one(api.POST('/curriculum/templates', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: templateKeys.all }),
  })
}

export function useRemoveTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (templateId: string) =>
      one(api.DELETE('/curriculum/templates/{templateId}', { params: { path: { templateId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: templateKeys.all }),
  })
}

/** Appends a copy of another course's draft to this one's. */
export const useDuplicate = (courseId: string) =>
  useEdit(courseId, (sourceId: string) =>
    one(api.POST('/curriculum/course/{id}/duplicate/{sourceId}', { params: { path: { id: courseId, sourceId } } })),
  )

export const useImportPackage = (courseId: string) =>
  useEdit(courseId, (content: File) =>
    one(
      api.POST('/curriculum/course/{id}/import', {
        ...atCourse(courseId),
        headers: { 'Content-Type': 'application/zip' },
        body: '',
        bodySerializer: () => content,
      }),
    ),
  )

/** Downloads the draft as a package, or as a Common Cartridge for other systems. */
export function useExportPackage(courseId: string, name: string) {
  const { path } = atCourse(courseId).params
  return useMutation({
    mutationFn: (format: 'package' | 'imscc') =>
      file(api.GET('/curriculum/course/{id}/export', { params: { path, query: { format } }, parseAs: 'blob' })),
    onSuccess: (content, format) => saveFile(content, `${name}.${format === 'imscc' ? 'imscc' : 'zip'}`),
  })
}
