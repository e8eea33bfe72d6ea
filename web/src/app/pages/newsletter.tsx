import { ConfirmSubscriptionPage } from '@/features/commerce/newsletter/confirm-page'
import { PreferencesPage } from '@/features/commerce/newsletter/preferences-page'
import { NewsletterPage } from '@/features/commerce/newsletter/sign-up-page'

import { usePerson } from './contact'
import { useLinkToken } from './email-links'

export function NewsletterRoute() {
  const { person, waiting } = usePerson()
  return <NewsletterPage key={String(waiting)} person={person} />
}

export function ConfirmSubscriptionRoute() {
  const token = useLinkToken()
  return <ConfirmSubscriptionPage key={token} token={token} />
}

export function NewsletterPreferencesRoute() {
  const token = useLinkToken()
  return <PreferencesPage key={token} token={token} />
}
