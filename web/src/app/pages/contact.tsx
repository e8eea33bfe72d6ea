import { ContactPage } from '@/features/commerce/lead/contact-page'
import { TrainingPage } from '@/features/commerce/lead/training-page'
import { useAccount, useSignedIn } from '@/features/people/account/api'

/** Who is signed in, for forms of the site that begin with them; `waiting` until that is known. */
export function usePerson() {
  const signedIn = useSignedIn()
  const account = useAccount()
  return {
    person: account && { name: account.user.full_name, email: account.user.email },
    waiting: signedIn && !account,
  }
}

export function ContactRoute() {
  const { person, waiting } = usePerson()
  return <ContactPage key={String(waiting)} person={person} />
}

export function TrainingRoute() {
  const { person, waiting } = usePerson()
  return <TrainingPage key={String(waiting)} person={person} />
}
