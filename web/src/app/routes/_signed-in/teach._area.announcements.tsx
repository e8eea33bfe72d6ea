import { createFileRoute } from '@tanstack/react-router'

import { TeachingAnnouncementsRoute } from '../../pages/announcements'
import { managedAnnouncementsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/_area/announcements')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: managedAnnouncementsSearch,
  component: TeachingAnnouncementsRoute,
})
