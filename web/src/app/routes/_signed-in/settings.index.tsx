import { createFileRoute } from '@tanstack/react-router'

import { SettingsStartRoute } from '../../pages/settings-start'

export const Route = createFileRoute('/_signed-in/settings/')({
  staticData: { openTo: 'users' },
  component: SettingsStartRoute,
})
