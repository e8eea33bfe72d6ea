// The pages that links in emails lead to.
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { CompleteRegistrationPage } from '@/features/people/account/complete-registration-page'
import { ConfirmEmailPage, UndoEmailPage } from '@/features/people/account/email-pages'
import { JoinPage } from '@/features/people/account/join-page'
import { ResetPasswordPage } from '@/features/people/account/reset-password-page'
import { signUpNext } from '@/features/people/account/sign-up-next'
import { UnlockPage } from '@/features/people/account/unlock-page'
import { VerifyEmailPage } from '@/features/people/account/verify-email-page'
import { UnsubscribePage } from '@/features/people/notification/unsubscribe-page'

import { signInSearch } from '../search'

/**
 * The token after the # of the URL. It is removed from the URL, so that it is not visible on the screen or in the
 * history.
 */
export function useLinkToken() {
  const router = useRouter()
  const { hash } = useLocation()
  const [token, setToken] = useState(hash)
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void router.navigate({ to: '.', replace: true })
  }, [router, hash])
  return token
}

export function VerifyEmailRoute() {
  const token = useLinkToken()
  return <VerifyEmailPage key={token} token={token} />
}

export function CompleteRegistrationRoute() {
  const { history } = useRouter()
  const token = useLinkToken()
  return (
    <CompleteRegistrationPage
      key={token}
      token={token}
      onDone={() => history.replace(signInSearch({ next: signUpNext.take() }).next ?? '/')}
    />
  )
}

export function ResetPasswordRoute() {
  const token = useLinkToken()
  return <ResetPasswordPage key={token} token={token} />
}

export function UnlockRoute() {
  const token = useLinkToken()
  return <UnlockPage key={token} token={token} />
}

export function UnsubscribeRoute() {
  const token = useLinkToken()
  return <UnsubscribePage key={token} token={token} />
}

export function JoinRoute() {
  const { history } = useRouter()
  const token = useLinkToken()
  return <JoinPage key={token} token={token} onDone={() => history.replace('/')} />
}

export function ConfirmEmailRoute() {
  const token = useLinkToken()
  return <ConfirmEmailPage key={token} token={token} />
}

export function UndoEmailRoute() {
  const token = useLinkToken()
  return <UndoEmailPage key={token} token={token} />
}
