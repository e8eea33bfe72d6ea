// Coming in with an account elsewhere.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

import { enter, useSignedIn } from '@/features/people/account/api'
import { EntryLayout } from '@/features/people/account/entry-layout'
import { signUpKey } from '@/features/people/account/sign-up-key'
import { waiting } from '@/features/people/account/waiting-step'
import type { Arrival } from '@/features/people/identity/api'
import { Callback, OtherWays } from '@/features/people/identity/callback'
import { LinkChoice } from '@/features/people/identity/link-page'
import { readBack, waitingLink } from '@/features/people/identity/visit'
import { ReauthenticationProvider, useReauthentication } from '@/features/people/twofactor/reauthentication'
import { toast } from '@/shared/toasts'

import { entrySearch, linkPage } from '../search'

const callback = getRouteApi('/oauth/callback/$provider')

/** Where a provider sends the browser back to. */
export function CallbackRoute() {
  const router = useRouter()
  const { provider } = callback.useParams()
  const [back] = useState(() => readBack(router.history.location.search))
  const signedIn = useSignedIn()
  const arrived = useCallback(
    ({ outcome, entry, link, label, next }: Arrival) => {
      const to = entrySearch({ next }).next
      if (outcome === 'connected') {
        toast(`Connected: ${label}.`)
        router.history.replace(to ?? '/settings/security')
        return
      }
      if (outcome === 'link_required' && link) {
        waitingLink.set({ token: link.token, email: link.email, label })
        void router.navigate({ to: '/sign-in', search: { next: linkPage }, replace: true })
        return
      }
      if (entry) enter(entry)
      if (waiting.get()) void router.navigate({ to: '/sign-in', search: to ? { next: to } : {}, replace: true })
      else router.history.replace(to ?? '/app')
    },
    [router],
  )
  return (
    <EntryLayout title="Nearly there" lead="You come back from another site.">
      <Callback
        provider={provider}
        back={back}
        onArrived={arrived}
        onUnconfirmed={signUpKey.set}
        instead={<OtherWays signedIn={signedIn} />}
      />
    </EntryLayout>
  )
}

export function LinkRoute() {
  return (
    <ReauthenticationProvider>
      <EntryLayout title="Connect the two" lead="One account, and another way into it.">
        <Link />
      </EntryLayout>
    </ReauthenticationProvider>
  )
}

function Link() {
  const { history } = useRouter()
  const reauthenticated = useReauthentication()
  const done = (label: string) => {
    toast(`Connected: ${label}.`)
    history.replace('/settings/security')
  }
  return <LinkChoice reauthenticated={reauthenticated} onDone={done} />
}
