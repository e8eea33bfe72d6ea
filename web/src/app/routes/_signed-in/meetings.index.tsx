import { createFileRoute } from '@tanstack/react-router'

import { MeetingsRoute } from '../../pages/meetings'
import { meetingsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/meetings/')({
  staticData: { openTo: 'users' },
  validateSearch: meetingsSearch,
  component: MeetingsRoute,
})
