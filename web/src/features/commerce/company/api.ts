import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { orderKeys } from '@/features/commerce/order/keys'
import { isStale } from '@/shared/base-version'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'

import { companyKeys } from './keys'

export type Company = Schema<'Company'>
export type CompanyPerson = Schema<'CompanyPerson'>
export type CompanyInvitation = Schema<'CompanyInvitation'>
export type CompanyMembership = Schema<'CompanyMembership'>
export type SeatPool = Schema<'SeatPool'>
export type Seat = Schema<'Seat'>
export type CompanyRole = CompanyPerson['role']

/** All companies, for administrators. */
export const companiesQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: companyKeys.list(search, page),
    queryFn: ({ signal }) =>
      many(api.GET('/corporate', { params: { query: { page, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  })

/** The companies to which the user belongs. */
export const ownCompaniesQuery = () =>
  queryOptions({ queryKey: companyKeys.mine(), queryFn: () => one(api.GET('/corporate/mine')) })

/** A company with its tag for If-Match. */
export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: companyKeys.one(id),
    queryFn: () => tagged(api.GET('/corporate/{id}', { params: { path: { id } } })),
  })

export const companyPeopleQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.people(id, search),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/corporate/{id}/people', {
          params: {
            path: { id },
            query: { limit: 50, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
  })

export const companyInvitationsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.invitations(id),
    queryFn: ({ pageParam }) =>
      many(
        api.GET('/corporate/{id}/invitations', {
          params: { path: { id }, query: { limit: 20, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
  })

/** The seats that a company has. */
export const poolsQuery = (id: string) =>
  queryOptions({
    queryKey: companyKeys.pools(id),
    queryFn: () => many(api.GET('/corporate/{id}/pools', { params: { path: { id }, query: { limit: 100 } } })),
  })

/** The seats that people have, with their progress. */
export const seatsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: companyKeys.seats(id),
    queryFn: ({ pageParam }) =>
      many(
        api.GET('/corporate/{id}/seats', {
          params: { path: { id }, query: { limit: 100, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    ...byCursor,
    select: allItems,
  })

/** Courses of the catalogue by what was typed of their title. */
export const seatCoursesQuery = (search: string) =>
  queryOptions({
    queryKey: companyKeys.courses(search),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  })

/** The invitation of a link. */
export const companyInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: companyKeys.preview(token),
    queryFn: () => one(api.GET('/corporate/invitations/{token}', { params: { path: { token } } })),
    retry: false,
  })

/** A mutation after which all that is known of companies is refetched. */
function useOnCompanies<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: companyKeys.all }) })
}

export const useAddCompany = () => useOnCompanies((body: Schema<'NewCompany'>) => one(api.POST('/corporate', { body })))

/** Changes a company that was read with its tag. */
export function useChangeCompany(id: string) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: companyKeys.all })
  return useMutation({
    mutationFn: ({ body, tag }: { body: Schema<'CompanyChange'>; tag: string }) =>
      one(api.PATCH('/corporate/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export const useInvite = (id: string) =>
  useOnCompanies((body: Schema<'NewCompanyInvitations'>) =>
    one(api.POST('/corporate/{id}/invitations', { params: { path: { id } }, body })),
  )

export const useTakeBack = (id: string) =>
  useOnCompanies((invitationId: string) =>
    one(api.DELETE('/corporate/{id}/invitations/{invitationId}', { params: { path: { id, invitationId } } })),
  )

export const useChangePerson = (id: string) =>
  useOnCompanies(({ userId, ...body }: Schema<'CompanyPersonChange'> & { userId: string }) =>
    one(api.PATCH('/corporate/{id}/people/{userId}', { params: { path: { id, userId } }, body })),
  )

export const useRemovePerson = (id: string) =>
  useOnCompanies((userId: string) =>
    one(api.DELETE('/corporate/{id}/people/{userId}', { params: { path: { id, userId } } })),
  )

export const useAddPool = (id: string) =>
  useOnCompanies((body: Schema<'NewSeatPool'>) =>
    one(api.POST('/corporate/{id}/pools', { params: { path: { id } }, body })),
  )

/** The currencies in which the school sells, the default first. */
export const seatCurrenciesQuery = () =>
  queryOptions({ queryKey: companyKeys.currencies(), queryFn: () => one(api.GET('/currencies')) })

/** What seats cost the company now; idle while it is being chosen. */
export const seatQuoteQuery = (id: string, cart: Schema<'SeatCart'>, isSettled: boolean) =>
  queryOptions({
    queryKey: companyKeys.seatQuote(id, cart),
    queryFn: () => one(api.POST('/corporate/{id}/orders/quote', { params: { path: { id } }, body: cart })),
    enabled: isSettled && cart.lines.every(({ course_id, quantity }) => course_id !== '' && quantity > 0),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Orders seats by invoice at the price that was seen. */
export function useOrderSeats(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewCompanyOrder'>) =>
      one(api.POST('/corporate/{id}/orders', { params: { path: { id } }, body })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: companyKeys.all }),
        client.invalidateQueries({ queryKey: orderKeys.all }),
      ]),
  })
}

export const useAssignSeats = (id: string) =>
  useOnCompanies(({ poolId, ...body }: Schema<'NewSeats'> & { poolId: string }) =>
    one(api.POST('/corporate/{id}/pools/{poolId}/seats', { params: { path: { id, poolId } }, body })),
  )

/** Releases seats to their pools, one after the other: those released before a refusal stay so. */
export function useReleaseSeats(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (seats: Pick<Seat, 'id' | 'pool_id'>[]) => {
      for (const { id: seatId, pool_id: poolId } of seats) {
        await one(
          api.DELETE('/corporate/{id}/pools/{poolId}/seats/{seatId}', { params: { path: { id, poolId, seatId } } }),
        )
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: companyKeys.all }),
  })
}

export const useImportPeople = (id: string, dryRun: boolean) =>
  useOnCompanies((sheet: File) =>
    one(
      api.POST('/corporate/{id}/people/import', {
        params: { path: { id }, query: { dry_run: dryRun } },
        headers: { 'Content-Type': 'text/csv' },
        body: '',
        bodySerializer: () => sheet,
      }),
    ),
  )

export const useAcceptCompany = (token: string) =>
  useOnCompanies((_: undefined) =>
    one(api.POST('/corporate/invitations/{token}/accept', { params: { path: { token } } })),
  )
