import { getRouteApi } from '@tanstack/react-router'

import { CourseCertificatesPage } from '@/features/learning/certificate/course-certificates-page'
import { useAccount } from '@/features/people/account/api'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/certificates')

export function CourseCertificatesRoute() {
  const { courseId } = route.useParams()
  const decides = useAccount()?.operations.includes('POST /certificates/{id}/revoke') ?? false
  return <CourseCertificatesPage courseId={courseId} decides={decides} />
}
