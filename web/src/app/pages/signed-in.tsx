import '@mantine/core/styles.layer.css'

import { Container, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'

import { permissionsQuery, useSignedIn } from '@/features/people/account/api'
import { QueryView } from '@/shared/query-view'
import type { Role } from '@/shared/roles'

import { RedirectToSignIn } from './redirect-to-sign-in'
import { RoleNeeded } from './role-needed'

/**
 * Around all pages that need a signed-in user: visitors sign in first and return, and users without a role that the
 * page is open to learn it before they see the page.
 */
export function SignedIn() {
  const signedIn = useSignedIn()
  const openTo = useMatches({ select: (matches) => matches.at(-1)?.staticData.openTo })
  if (!signedIn) return <RedirectToSignIn />
  return typeof openTo === 'object' ? <WithRole roles={openTo} /> : <Outlet />
}

function WithRole({ roles }: { roles: readonly [Role, ...Role[]] }) {
  const account = useQuery(permissionsQuery())
  return (
    <QueryView query={account} skeleton={<PageSkeleton />}>
      {(a) => (roles.some((role) => a.roles.includes(role)) ? <Outlet /> : <RoleNeeded role={roles[0]} account={a} />)}
    </QueryView>
  )
}

const PageSkeleton = () => (
  <Container size={1320} pt="lg">
    <Skeleton height={420} radius="lg" />
  </Container>
)
