import { createFileRoute, Navigate } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/teach/courses/')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: () => <Navigate to="/teach" replace />,
})
