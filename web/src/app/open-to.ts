import type { Role } from '@/shared/roles'

/** Who may open a page: everyone, all who are signed in, or those with one of the roles, the usual one first. */
export type OpenTo = 'everyone' | 'users' | readonly [Role, ...Role[]]

declare module '@tanstack/react-router' {
  // Every route declares it: without, it does not compile.
  interface StaticDataRouteOption {
    openTo: OpenTo
  }
}
