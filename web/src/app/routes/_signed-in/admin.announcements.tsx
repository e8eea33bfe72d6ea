import { createFileRoute } from '@tanstack/react-router'

import { AdminAnnouncementsRoute } from '../../pages/announcements'
import { managedAnnouncementsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/announcements')({
  staticData: { openTo: ['admin'] },
  validateSearch: managedAnnouncementsSearch,
  component: AdminAnnouncementsRoute,
})
