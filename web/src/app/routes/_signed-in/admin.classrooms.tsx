import { createFileRoute } from '@tanstack/react-router'

import { AdminClassroomsRoute } from '../../pages/classrooms'

export const Route = createFileRoute('/_signed-in/admin/classrooms')({
  staticData: { openTo: ['admin'] },
  component: AdminClassroomsRoute,
})
