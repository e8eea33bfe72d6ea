import { createFileRoute } from '@tanstack/react-router'

import { readTagFilters } from '@/features/site/blogtag/filters'

import { BlogTagsRoute } from '../../pages/blog-posts'

export const Route = createFileRoute('/_signed-in/teach/_area/blog_/tags')({
  staticData: { openTo: ['admin'] },
  validateSearch: readTagFilters,
  component: BlogTagsRoute,
})
