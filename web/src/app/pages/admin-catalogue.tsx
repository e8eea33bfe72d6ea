import { getRouteApi } from '@tanstack/react-router'

import { CatalogueSettingsPage } from '@/features/learning/course/catalogue-settings-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/catalogue')

export function CatalogueSettingsRoute() {
  const navigate = route.useNavigate()
  const { tab = 'categories' } = given(route.useSearch())
  return (
    <CatalogueSettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, resetScroll: false })} />
  )
}
