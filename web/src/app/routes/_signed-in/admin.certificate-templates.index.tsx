import { createFileRoute } from '@tanstack/react-router'

import { CertificateTemplatesRoute } from '../../pages/certificate-templates'

export const Route = createFileRoute('/_signed-in/admin/certificate-templates/')({
  staticData: { openTo: ['admin'] },
  component: CertificateTemplatesRoute,
})
