import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { coursesQuery } from '@/features/learning/course/api'
import { CataloguePage } from '@/features/learning/course/catalogue-page'
import { TextLink } from '@/shared/link'

import { given } from '../search'

const EmptyCatalogue = lazy(() => import('@/features/people/account/empty-catalogue'))

const route = getRouteApi('/courses/')

export function CatalogueRoute() {
  const filters = given(route.useSearch())
  const navigate = route.useNavigate()
  const hasLoaded = useQuery(coursesQuery(filters)).isSuccess
  return (
    <>
      <CataloguePage
        filters={filters}
        onFilters={(search) => void navigate({ search, resetScroll: false })}
        empty={
          <Suspense fallback={null}>
            <EmptyCatalogue />
          </Suspense>
        }
      />
      {hasLoaded && (
        <Text ta="center" mt="xl">
          <Trans>
            Not sure which course suits you?{' '}
            <TextLink to="/demo" underline="always">
              Book a free demo class
            </TextLink>
          </Trans>
        </Text>
      )}
    </>
  )
}
