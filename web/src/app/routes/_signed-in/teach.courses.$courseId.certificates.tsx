import { createFileRoute } from '@tanstack/react-router'

import { CourseCertificatesRoute } from '../../pages/course-certificates'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/certificates')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: CourseCertificatesRoute,
})
