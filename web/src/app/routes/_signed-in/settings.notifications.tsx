import { createFileRoute } from '@tanstack/react-router'

import { PreferencesPage } from '@/features/people/notification/preferences-page'

export const Route = createFileRoute('/_signed-in/settings/notifications')({
  staticData: { openTo: 'users' },
  component: PreferencesPage,
})
