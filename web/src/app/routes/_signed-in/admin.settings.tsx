import { createFileRoute } from '@tanstack/react-router'

import { SchoolSettingsRoute } from '../../pages/admin-settings'
import { schoolSettingsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/settings')({
  staticData: { openTo: ['admin'] },
  validateSearch: schoolSettingsSearch,
  component: SchoolSettingsRoute,
})
