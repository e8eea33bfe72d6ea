import { createFileRoute } from '@tanstack/react-router'

import { ReceivedFeedbackPage } from '@/features/site/feedback/received-page'

export const Route = createFileRoute('/_signed-in/admin/feedback')({
  staticData: { openTo: ['admin'] },
  component: ReceivedFeedbackPage,
})
