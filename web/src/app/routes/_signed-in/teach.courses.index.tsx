import { createFileRoute, Navigate } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/teach/courses/')({
  component: () => <Navigate to="/teach" replace />,
})
