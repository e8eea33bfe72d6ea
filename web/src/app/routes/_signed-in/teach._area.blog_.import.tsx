import { createFileRoute } from '@tanstack/react-router'

import { ImportPage } from '@/features/site/blogexchange/import-page'

export const Route = createFileRoute('/_signed-in/teach/_area/blog_/import')({
  staticData: { openTo: ['admin'] },
  component: ImportPage,
})
