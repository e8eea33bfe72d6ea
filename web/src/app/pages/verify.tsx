import { useNavigate, useParams } from '@tanstack/react-router'

import { VerifyPage } from '@/features/learning/certificate/verify-page'

/** Checking a certificate, with or without a code in the address. */
export function VerifyRoute() {
  const { code } = useParams({ strict: false })
  const navigate = useNavigate()
  return <VerifyPage code={code} onCode={(next) => void navigate({ to: '/verify/$code', params: { code: next } })} />
}
