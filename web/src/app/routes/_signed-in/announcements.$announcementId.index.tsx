import { createFileRoute } from '@tanstack/react-router'

import { AnnouncementRoute } from '../../pages/announcements'

export const Route = createFileRoute('/_signed-in/announcements/$announcementId/')({
  staticData: { openTo: 'users' },

  component: AnnouncementRoute,
})
