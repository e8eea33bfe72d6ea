import type { Role } from '@/shared/roles'

/** Where users of a role work, the most responsible role first. */
const landings = [
  { role: 'admin', to: '/admin' },
  { role: 'instructor', to: '/teach' },
  { role: 'corporate', to: '/company' },
  { role: 'student', to: '/app' },
] as const satisfies { role: Role; to: string }[]

/** The page on which a user starts: that of the most responsible of their roles. */
export function landingOf(roles: Role[]) {
  return landings.find(({ role }) => roles.includes(role))?.to ?? '/app'
}
