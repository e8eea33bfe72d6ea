import { createFileRoute } from '@tanstack/react-router'

import { NewAnnouncementRoute } from '../../pages/announcements'

export const Route = createFileRoute('/_signed-in/announcements/new')({
  staticData: { openTo: ['instructor', 'admin'] },

  component: NewAnnouncementRoute,
})
