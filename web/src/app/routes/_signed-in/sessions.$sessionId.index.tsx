import { createFileRoute } from '@tanstack/react-router'

import { SessionRoute } from '../../pages/sessions'

export const Route = createFileRoute('/_signed-in/sessions/$sessionId/')({
  staticData: { openTo: 'users' },
  component: SessionRoute,
})
