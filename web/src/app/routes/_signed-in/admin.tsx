import { createFileRoute } from '@tanstack/react-router'

import { AdminLayout } from '../../pages/admin-layout'

export const Route = createFileRoute('/_signed-in/admin')({ staticData: { openTo: ['admin'] }, component: AdminLayout })
