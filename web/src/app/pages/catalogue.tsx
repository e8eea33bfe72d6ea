import { getRouteApi } from '@tanstack/react-router'
import { CataloguePage } from '@/features/learning/course/catalogue-page'
import { FirstSteps } from '@/features/people/account/first-steps'

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
