import { getRouteApi } from '@tanstack/react-router'

import { FirstSteps } from '@/features/account/first-steps'
import { CataloguePage } from '@/features/course/catalogue-page'

import { given } from '../search'

const route = getRouteApi('/')

export function CatalogueRoute() {
  const filters = given(route.useSearch())
  const navigate = route.useNavigate()
  return (
    <CataloguePage
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      empty={<FirstSteps />}
    />
  )
}
