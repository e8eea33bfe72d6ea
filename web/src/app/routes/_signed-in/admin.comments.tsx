import { createFileRoute } from '@tanstack/react-router'

import { BlogCommentsRoute } from '../../pages/admin-comments'
import { blogCommentsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/comments')({
  staticData: { openTo: ['admin'] },
  validateSearch: blogCommentsSearch,
  component: BlogCommentsRoute,
})
