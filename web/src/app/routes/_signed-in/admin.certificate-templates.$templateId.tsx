import { createFileRoute } from '@tanstack/react-router'

import { CertificateDesignerRoute } from '../../pages/certificate-templates'

export const Route = createFileRoute('/_signed-in/admin/certificate-templates/$templateId')({
  staticData: { openTo: ['admin'] },
  component: CertificateDesignerRoute,
})
