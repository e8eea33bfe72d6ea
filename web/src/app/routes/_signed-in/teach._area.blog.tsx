import { createFileRoute } from '@tanstack/react-router'

import { readManageFilters } from '@/features/site/blog/filters'

import { BlogPostsRoute } from '../../pages/blog-posts'

export const Route = createFileRoute('/_signed-in/teach/_area/blog')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readManageFilters,
  component: BlogPostsRoute,
})
