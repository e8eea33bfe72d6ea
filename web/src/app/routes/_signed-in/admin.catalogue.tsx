import { createFileRoute } from '@tanstack/react-router'

import { CatalogueSettingsRoute } from '../../pages/admin-catalogue'
import { catalogueSettingsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/catalogue')({
  staticData: { openTo: ['admin'] },
  validateSearch: catalogueSettingsSearch,
  component: CatalogueSettingsRoute,
})
