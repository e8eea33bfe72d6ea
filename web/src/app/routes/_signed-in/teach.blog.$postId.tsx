import { createFileRoute } from '@tanstack/react-router'

import { PostEditorRoute } from '../../pages/blog-posts'

export const Route = createFileRoute('/_signed-in/teach/blog/$postId')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: PostEditorRoute,
})
