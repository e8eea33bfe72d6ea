import { createFileRoute } from '@tanstack/react-router'

import { CatalogueRoute } from '../pages/catalogue'
import { catalogueSearch } from '../search'

export const Route = createFileRoute('/')({ validateSearch: catalogueSearch, component: CatalogueRoute })
