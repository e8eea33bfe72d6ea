import { createFileRoute } from '@tanstack/react-router'

import { EditAnnouncementRoute } from '../../pages/announcements'

export const Route = createFileRoute('/_signed-in/announcements/$announcementId/edit')({
  staticData: { openTo: ['instructor', 'admin'] },

  component: EditAnnouncementRoute,
})
