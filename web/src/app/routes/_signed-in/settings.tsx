import { createFileRoute } from '@tanstack/react-router'

import { SettingsLayout } from '../../pages/settings'

export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { openTo: 'users' },
  component: SettingsLayout,
})
