import { createFileRoute } from '@tanstack/react-router'

import { readMediaFilters } from '@/features/site/media/filters'

import { LibraryRoute } from '../../pages/blog-posts'

export const Route = createFileRoute('/_signed-in/teach/_area/media')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readMediaFilters,
  component: LibraryRoute,
})
