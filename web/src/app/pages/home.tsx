import { Container, Skeleton } from '@mantine/core'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { isNarrowed } from '@/features/learning/course/filters'
import { VisitorHomePage } from '@/features/learning/course/visitor-home-page'
import { useAccount, useSignedIn } from '@/features/people/account/api'

import { landingOf } from '../landing'
import { given } from '../search'

const EmptyCatalogue = lazy(() => import('@/features/people/account/empty-catalogue'))

const route = getRouteApi('/')

/** The home page of the school for visitors. Users are led to theirs, and links to a search to its results. */
export function HomeRoute() {
  const filters = given(route.useSearch())
  const { sections: others } = route.useLoaderData()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const account = useAccount()
  if (isNarrowed(filters) || filters.sort || filters.page) return <Navigate to="/courses" search={filters} replace />
  if (account) return <Navigate to={landingOf(account.roles)} replace />
  if (signedIn) return <LandingSkeleton />
  return (
    <VisitorHomePage
      others={others}
      onFilters={(search) => void navigate({ to: '/courses', search })}
      empty={
        <Suspense fallback={null}>
          <EmptyCatalogue />
        </Suspense>
      }
    />
  )
}

/** Shown to users whose roles are still loading. */
const LandingSkeleton = () => (
  <Container size={1320} pt="lg">
    <Skeleton height={420} radius="lg" />
  </Container>
)
