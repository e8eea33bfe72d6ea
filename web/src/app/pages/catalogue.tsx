import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { CataloguePage } from '@/features/learning/course/catalogue-page'
import { TextLink } from '@/shared/link'

import { given } from '../search'

const EmptyCatalogue = lazy(() => import('@/features/people/account/empty-catalogue'))

const route = getRouteApi('/courses/')

export function CatalogueRoute() {
  const filters = given(route.useSearch())
  const navigate = route.useNavigate()
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
      <Text ta="center" mt="xl">
        <Trans>
          Not sure which course suits you?{' '}
          <TextLink to="/demo" underline="always">
            Book a free demo class
          </TextLink>
        </Trans>
      </Text>
    </>
  )
}
