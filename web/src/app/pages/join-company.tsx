import { t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { JoinCompanyPage } from '@/features/commerce/company/join-page'
import { useAccount } from '@/features/people/account/api'
import { toast } from '@/shared/toasts'

import { useLinkToken } from './email-links'

/** The page that the invitation of a company leads to. */
export function JoinCompanyRoute() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const account = useAccount()
  return (
    <Container size={900} py={{ base: 'md', sm: 56 }}>
      <JoinCompanyPage
        key={token}
        token={token}
        signedInAs={account?.user.email}
        onAccepted={({ name, role, company_id }) => {
          toast(t`You have joined ${name}.`)
          void navigate(role === 'member' ? { to: '/app' } : { to: '/company', search: { company: company_id } })
        }}
      />
    </Container>
  )
}
