import { createFileRoute } from '@tanstack/react-router'

import { MyCertificatesRoute } from '../../pages/my-certificates'

export const Route = createFileRoute('/_signed-in/app/certificates')({
  staticData: { openTo: 'users' },
  component: MyCertificatesRoute,
})
