import { getRouteApi } from '@tanstack/react-router'

import { DesignerPage } from '@/features/learning/certificatetemplate/designer-page'
import { TemplatesPage } from '@/features/learning/certificatetemplate/templates-page'

const list = getRouteApi('/_signed-in/admin/certificate-templates/')
const one = getRouteApi('/_signed-in/admin/certificate-templates/$templateId')

export function CertificateTemplatesRoute() {
  const navigate = list.useNavigate()
  return (
    <TemplatesPage
      onCreated={(templateId) =>
        void navigate({ to: '/admin/certificate-templates/$templateId', params: { templateId } })
      }
    />
  )
}

export function CertificateDesignerRoute() {
  const { templateId } = one.useParams()
  return <DesignerPage key={templateId} templateId={templateId} />
}
