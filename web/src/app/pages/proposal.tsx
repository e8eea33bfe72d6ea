import { OpenProposalPage } from '@/features/commerce/proposal/open-proposal-page'

import { useLinkToken } from './email-links'

export function ProposalRoute() {
  const token = useLinkToken()
  return <OpenProposalPage key={token} token={token} />
}
