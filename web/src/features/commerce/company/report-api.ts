import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { byCursor, itemsAndPagination } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import { companyKeys } from './keys'

export type CompanyProgress = Schema<'CompanyProgress'>
export type CompanyUsage = Schema<'CompanyUsage'>
export type CompanyCertificate = Schema<'CompanyCertificate'>
export type CompanySpend = Schema<'CompanySpend'>

export const reports = ['progress', 'usage', 'certificates', 'spend'] as const
export type Report = (typeof reports)[number]

const at = (id: string, cursor: string) => ({
  params: { path: { id }, query: { limit: 50, ...(cursor && { cursor }) } },
})

/** How far people have come in the courses of their seats. */
export const progressReportQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.report(id, 'progress'),
    queryFn: ({ pageParam }) => many(api.GET('/corporate/{id}/reports/progress', at(id, pageParam))),
    ...byCursor,
    select: itemsAndPagination,
  })

/** How the seats of each pool are used. */
export const usageReportQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.report(id, 'usage'),
    queryFn: ({ pageParam }) => many(api.GET('/corporate/{id}/reports/usage', at(id, pageParam))),
    ...byCursor,
    select: itemsAndPagination,
  })

/** The certificates that people have earned with a seat. */
export const certificateReportQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.report(id, 'certificates'),
    queryFn: ({ pageParam }) => many(api.GET('/corporate/{id}/reports/certificates', at(id, pageParam))),
    ...byCursor,
    select: itemsAndPagination,
  })

/** What the company has ordered and paid, by currency. */
export const spendReportQuery = (id: string) =>
  queryOptions({
    queryKey: companyKeys.report(id, 'spend'),
    queryFn: () => one(api.GET('/corporate/{id}/reports/spend', { params: { path: { id } } })),
  })

/** Saves a report as a CSV file. */
export const useExportReport = (id: string, report: Report) =>
  useMutation({
    mutationFn: () =>
      file(api.GET(`/corporate/{id}/reports/${report}/export`, { params: { path: { id } }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, `company-${report}.csv`),
  })
