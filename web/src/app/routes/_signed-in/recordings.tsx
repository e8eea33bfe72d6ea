import { createFileRoute } from '@tanstack/react-router'

import { RecordingsRoute } from '../../pages/recordings'

export const Route = createFileRoute('/_signed-in/recordings')({
  staticData: { openTo: 'users' },
  component: RecordingsRoute,
})
