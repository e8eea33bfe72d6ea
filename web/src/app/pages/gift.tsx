import { t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

import { GiftPage } from '@/features/commerce/gift/gift-page'
import { useSignedIn } from '@/features/people/account/api'
import { toast } from '@/shared/toasts'

import { useLinkToken } from './email-links'

/** The page that the link of a gift leads to. */
export function GiftRoute() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const signedIn = useSignedIn()
  return (
    <Container size={900} py={{ base: 'md', sm: 56 }}>
      <GiftPage
        key={token}
        token={token}
        signedIn={signedIn}
        onRedeemed={(courseId) => {
          toast(t`Gift accepted.`)
          void navigate({ to: '/courses/$courseId', params: { courseId } })
        }}
      />
    </Container>
  )
}
