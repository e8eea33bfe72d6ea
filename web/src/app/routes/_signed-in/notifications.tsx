import { createFileRoute } from '@tanstack/react-router'

import { NotificationsRoute } from '../../pages/notifications'
import { notificationsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/notifications')({
  staticData: { openTo: 'users' },
  validateSearch: notificationsSearch,
  component: NotificationsRoute,
})
