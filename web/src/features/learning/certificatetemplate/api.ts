import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, one, type Schema } from '@/api/client'
import { certificateTemplateKeys } from '@/shared/keys'
import { saveFile } from '@/shared/save-file'

import { designerKeys } from './keys'

export type Template = Schema<'CertificateTemplate'>
export type TemplateSummary = Schema<'CertificateTemplateSummary'>
export type TemplateEdit = Schema<'CertificateTemplateEdit'>
export type Layout = Schema<'PaperLayout'>
export type PaperElement = Schema<'PaperElement'>
export type Kind = PaperElement['kind']
export type Problem = Schema<'PreviewProblem'>
export type Sample = Schema<'PreviewedLayout'>['sample']

const at = (id: string) => ({ params: { path: { id } } })

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: certificateTemplateKeys.one(id),
    queryFn: () => one(api.GET('/certificate-templates/{id}', at(id))),
  })

/** A certificate on a template, as SVG. */
export const pictureQuery = ({ id, version }: TemplateSummary) =>
  queryOptions({
    queryKey: certificateTemplateKeys.svg(id, version),
    queryFn: async () =>
      (await file(api.GET('/certificate-templates/{id}/preview.svg', { ...at(id), parseAs: 'blob' }))).text(),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a layout looks like that need not be saved. */
export const previewQuery = (shown: Schema<'PreviewedLayout'>) =>
  queryOptions({
    queryKey: designerKeys.preview(shown),
    queryFn: ({ signal }) => one(api.POST('/certificate-templates/preview', { body: shown, signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000, // milliseconds: as long, undo shows it at once
    retry: false,
  })

function useChange<T, R>(mutationFn: (input: T) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: certificateTemplateKeys.list }),
  })
}

export const useCreate = () =>
  useChange((body: Schema<'NewCertificateTemplate'>) => one(api.POST('/certificate-templates', { body })))

/** Saves a template over a version of it. */
export const useSave = (id: string) =>
  useChange(({ version, ...body }: TemplateEdit & { version: number }) =>
    one(
      api.PUT('/certificate-templates/{id}', {
        params: { path: { id }, header: { 'If-Match': `"v${version}-"` } },
        body,
      }),
    ),
  )

export const useArchive = (id: string) =>
  useChange((archived: boolean) => one(api.PATCH('/certificate-templates/{id}', { ...at(id), body: { archived } })))

export const useDelete = (id: string) => useChange(() => one(api.DELETE('/certificate-templates/{id}', at(id))))

export const useUpload = () =>
  useMutation({
    mutationFn: (picture: File) =>
      one(
        api.POST('/certificate-templates/pictures', {
          headers: { 'Content-Type': picture.type },
          body: picture.name,
          bodySerializer: () => picture,
        }),
      ),
  })

/** Downloads a sample of a template as PDF, as it was saved. */
export const useDownloadSample = ({ id, name }: { id: string; name: string }) =>
  useMutation({
    mutationFn: (sample: Sample) =>
      file(
        api.GET('/certificate-templates/{id}/preview.pdf', {
          params: { path: { id }, query: { sample } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (pdf) => saveFile(pdf, `${name}.pdf`),
  })
