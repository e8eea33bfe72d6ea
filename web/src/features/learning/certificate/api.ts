import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema, tagged } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { certificateKeys } from './keys'

export type Certificate = Schema<'Certificate'>
export type Verification = Schema<'Verification'>
export type NewRule = Schema<'NewRule'>
export type TemplateSummary = Schema<'CertificateTemplateSummary'>
export type Outcome = Schema<'SelectedLearner'>['outcome']

export const statuses = ['issued', 'expired', 'superseded', 'revoked'] as const
export type Status = Certificate['status']

const at = (id: string) => ({ params: { path: { id } } })

/** The user's certificates, newest first. */
export const ownCertificatesQuery = (page: number) =>
  queryOptions({
    queryKey: certificateKeys.mine(page),
    queryFn: () => many(api.GET('/certificates', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** The user's certificate of a course that is valid; null for none. */
export const certificateOfCourseQuery = (courseId: string) =>
  queryOptions({
    queryKey: certificateKeys.ofCourse(courseId),
    queryFn: async () => {
      const newest = await many(api.GET('/certificates', { params: { query: { page: 1, limit: 100 } } }))
      return newest.items.find((c) => c.course_id === courseId && c.status === 'issued') ?? null
    },
  })

/** What the certificate with a code says. */
export const verificationQuery = (code: string) =>
  queryOptions({
    queryKey: certificateKeys.check(code),
    queryFn: () => one(api.GET('/certificates/verify/{code}', { params: { path: { code } } })),
    retry: false, // each try counts
    staleTime: 60_000,
  })

export const courseCertificatesQuery = (courseId: string, status: Status | '', page: number) =>
  queryOptions({
    queryKey: certificateKeys.course(courseId, status, page),
    queryFn: () =>
      many(
        api.GET('/certificates/courses/{id}', {
          params: { path: { id: courseId }, query: { page, ...(status && { status }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** The rule of a course with its tag for If-Match. */
export const ruleQuery = (courseId: string) =>
  queryOptions({
    queryKey: certificateKeys.rule(courseId),
    queryFn: () => tagged(api.GET('/certificates/courses/{id}/rule', at(courseId))),
  })

/** Who would get a certificate now, and why others would not. */
export const eligibleQuery = (courseId: string) =>
  queryOptions({
    queryKey: certificateKeys.eligible(courseId),
    queryFn: () =>
      one(
        api.POST('/certificates/courses/{id}/issue', {
          ...at(courseId),
          body: { all_eligible: true, dry_run: true },
        }),
      ),
    staleTime: 0,
  })

function useChange<T, R>(mutationFn: (input: T) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: certificateKeys.all }) })
}

export const useSaveRule = (courseId: string) =>
  useChange(({ tag, ...body }: NewRule & { tag: string }) =>
    one(
      api.PUT('/certificates/courses/{id}/rule', {
        params: { path: { id: courseId }, header: { 'If-Match': tag } },
        body,
      }),
    ),
  )

export const useIssue = (courseId: string) =>
  useChange((body: Schema<'Selection'>) => one(api.POST('/certificates/courses/{id}/issue', { ...at(courseId), body })))

export const useRevoke = (id: string) =>
  useChange((body: Schema<'Revocation'>) => one(api.POST('/certificates/{id}/revoke', { ...at(id), body })))

export const useReissue = (id: string) =>
  useChange((body: Schema<'Reissue'>) => one(api.POST('/certificates/{id}/reissue', { ...at(id), body })))

export const useCorrectName = (id: string) =>
  useChange((body: Schema<'NameCorrection'>) =>
    one(api.POST('/certificates/{id}/name-correction', { ...at(id), body })),
  )

/** Says what the public page of a certificate shows. */
export const useShow = (id: string) =>
  useChange((body: Schema<'ShownFigures'>) => one(api.PATCH('/certificates/{id}', { ...at(id), body })))

export const usePropose = (id: string) =>
  useChange((body: Schema<'Revocation'>) =>
    one(api.POST('/certificates/{id}/revocation-proposal', { ...at(id), body })),
  )

export const useDecline = (id: string) =>
  useChange((body: Schema<'CertificateDecline'>) => one(api.POST('/certificates/{id}/decline', { ...at(id), body })))

/** Downloads the certificates of a course as one file, which the browser stores as it comes. */
export const useDownloadAll = (courseId: string) =>
  useMutation({
    mutationFn: (status: Status | '') =>
      one(
        api.POST('/certificates/courses/{id}/downloads', {
          params: { path: { id: courseId }, query: status ? { status } : {} },
        }),
      ),
    onSuccess: ({ url }) => window.location.assign(url),
  })

/** Downloads the Open Badge of a certificate, which programs check by its signature. */
export const useDownloadBadge = ({ id, code }: Certificate) =>
  useMutation({
    mutationFn: () => file(api.GET('/certificates/{id}/badge.png', { ...at(id), parseAs: 'blob' })),
    onSuccess: (badge) => saveFile(badge, `${code}.png`),
  })

/** Downloads the PDF of a certificate, as it was issued. */
export const useDownload = ({ id, code }: Certificate) =>
  useMutation({
    mutationFn: () => file(api.GET('/certificates/{id}/pdf', { ...at(id), parseAs: 'blob' })),
    onSuccess: (pdf) => saveFile(pdf, `${code}.pdf`),
  })
