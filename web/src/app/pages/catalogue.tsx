import { getRouteApi } from '@tanstack/react-router'

import { CataloguePage } from '@/features/learning/course/catalogue-page'
import { EmptyCatalogue } from '@/features/people/account/empty-catalogue'

import { given } from '../search'

const route = getRouteApi('/courses/')

export function CatalogueRoute() {
  const filters = given(route.useSearch())
  const navigate = route.useNavigate()
  return (
    <CataloguePage
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      empty={<EmptyCatalogue />}
    />
  )
}
