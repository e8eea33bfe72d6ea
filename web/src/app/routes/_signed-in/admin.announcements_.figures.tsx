import { createFileRoute } from '@tanstack/react-router'

import { AnnouncementFiguresRoute } from '../../pages/announcements'

export const Route = createFileRoute('/_signed-in/admin/announcements_/figures')({
  staticData: { openTo: ['admin'] },
  component: AnnouncementFiguresRoute,
})
