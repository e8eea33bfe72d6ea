import { getRouteApi } from '@tanstack/react-router'

import { SettingsPage } from '@/features/people/school/settings-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/settings')

export function SchoolSettingsRoute() {
  const navigate = route.useNavigate()
  const { tab = 'school' } = given(route.useSearch())
  return <SettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, resetScroll: false })} />
}
