import { createFileRoute } from '@tanstack/react-router'

import { AnnouncementsRoute } from '../../pages/announcements'
import { shownAnnouncementsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/announcements/')({
  staticData: { openTo: 'users' },
  validateSearch: shownAnnouncementsSearch,
  component: AnnouncementsRoute,
})
