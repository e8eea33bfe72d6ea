import { createFileRoute } from '@tanstack/react-router'

import { SettingsPage } from '@/features/people/school/settings-page'

export const Route = createFileRoute('/_signed-in/admin/settings')({
  staticData: { openTo: ['admin'] },
  component: SettingsPage,
})
