import { createFileRoute } from '@tanstack/react-router'

import { RecordingsPage } from '@/features/learning/course/recordings-page'

export const Route = createFileRoute('/_signed-in/recordings')({
  staticData: { openTo: 'users' },
  component: RecordingsPage,
})
