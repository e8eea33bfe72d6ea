// Signing in with an account at another provider.
import { t } from '@lingui/core/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

import { completeSignIn, useSignedIn } from '@/features/people/account/api'
import { pendingSecondStep } from '@/features/people/account/pending-second-step'
import { SignInLayout } from '@/features/people/account/sign-in-layout'
import { signUpKey } from '@/features/people/account/sign-up-key'
import { signUpNext } from '@/features/people/account/sign-up-next'
import type { Arrival } from '@/features/people/identity/api'
import { pendingLink, readCallbackParams } from '@/features/people/identity/authorization-request'
import { Callback, OtherWays } from '@/features/people/identity/callback'
import { LinkChoice } from '@/features/people/identity/link-page'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { useReauthentication } from '@/shared/reauthentication'
import { toast } from '@/shared/toasts'

import { linkPage, signInSearch } from '../search'

const callback = getRouteApi('/oauth/callback/$provider')

/** Keeps what the page behind the link in the email needs. */
const waitForEmail = (key: string, next: string) => {
  signUpKey.set(key)
  signUpNext.set(next)
}

/** Where a provider redirects the browser back to. */
export function CallbackRoute() {
  const router = useRouter()
  const { provider } = callback.useParams()
  const [params] = useState(() => readCallbackParams(router.history.location.search))
  const signedIn = useSignedIn()
  const arrived = useCallback(
    ({ outcome, entry, link, label, next }: Arrival) => {
      const to = signInSearch({ next }).next
      if (outcome === 'connected') {
        toast(t`${label} connected.`)
        router.history.replace(to ?? '/settings/security')
        return
      }
      if (outcome === 'link_required' && link) {
        pendingLink.set({ token: link.token, email: link.email, label })
        void router.navigate({ to: '/sign-in', search: { next: linkPage }, replace: true })
        return
      }
      if (entry) completeSignIn(entry)
      if (pendingSecondStep.get())
        void router.navigate({ to: '/sign-in', search: to ? { next: to } : {}, replace: true })
      else router.history.replace(to ?? '/')
    },
    [router],
  )
  return (
    <SignInLayout title={t`Finish signing in`} lead={t`Your account at the other site is being checked.`}>
      <Callback
        provider={provider}
        params={params}
        onArrived={arrived}
        onUnconfirmed={waitForEmail}
        instead={<OtherWays signedIn={signedIn} />}
      />
    </SignInLayout>
  )
}

export function LinkRoute() {
  return (
    <ReauthenticationProvider>
      <SignInLayout title={t`Connect accounts`} lead={t`Add another way to sign in to your account.`}>
        <Link />
      </SignInLayout>
    </ReauthenticationProvider>
  )
}

function Link() {
  const { history } = useRouter()
  const reauthenticated = useReauthentication()
  const done = (label: string) => {
    toast(t`${label} connected.`)
    history.replace('/settings/security')
  }
  return <LinkChoice reauthenticated={reauthenticated} onDone={done} />
}
