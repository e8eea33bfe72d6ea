import { isRole, type Role } from '@/shared/roles'

const sorts = ['newest', 'oldest', 'name', '-name', 'email', '-email', 'seen', '-seen'] as const
const statuses = ['active', 'disabled'] as const
const answers = ['true', 'false'] as const

/** The filters of the list of users, kept in the URL. */
export type UserFilters = {
  search?: string
  role?: Role
  status?: (typeof statuses)[number]
  locked?: (typeof answers)[number]
  verified?: (typeof answers)[number]
  /** Days in UTC. */
  created_from?: string
  created_to?: string
  seen_from?: string
  seen_to?: string
  sort?: (typeof sorts)[number]
}

type Loose = { [K in keyof UserFilters]?: UserFilters[K] | undefined }

const oneOf = <T extends string>(choices: readonly T[], value: unknown) => choices.find((c) => c === String(value))
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

/** Parses a URL or a saved filter; what is invalid becomes undefined. */
export const readFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  role: isRole(raw.role) ? raw.role : undefined,
  status: oneOf(statuses, raw.status),
  locked: oneOf(answers, raw.locked),
  verified: oneOf(answers, raw.verified),
  created_from: day(raw.created_from),
  created_to: day(raw.created_to),
  seen_from: day(raw.seen_from),
  seen_to: day(raw.seen_to),
  sort: oneOf(sorts, raw.sort),
})

/** The filters that are set. */
export function tidy(filters: Loose): UserFilters {
  const kept: UserFilters = {}
  for (const [name, value] of Object.entries(filters)) if (value) Object.assign(kept, { [name]: value })
  return kept
}

/** The number of filters that are set, not counting the sort order. */
export const narrowing = ({ sort: _, ...filters }: UserFilters) => Object.keys(tidy(filters)).length

export const toQuery = (filters: UserFilters) => new URLSearchParams(tidy(filters)).toString()
export const fromQuery = (query: string) => tidy(readFilters(Object.fromEntries(new URLSearchParams(query))))
