import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/teach/courses/$courseId/curriculum', params, replace: true })
  },
})
