import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { AddressForm } from './address-form'
import { useResendVerification, useVerifyEmail } from './api'
import { EntryLayout } from './entry-layout'
import { OneStep } from './letter-link'

export function VerifyEmailPage({ token }: { token: string }) {
  return (
    <EntryLayout title="Confirm your e-mail address" lead="So that letters about your account reach you.">
      <OneStep
        token={token}
        step={useVerifyEmail()}
        label="Confirm my address"
        instead={<AddressForm label="Send me another link" send={useResendVerification()} />}
      >
        <Outcome text="Your e-mail address is confirmed.">
          <ButtonLink to="/app">Go to my learning</ButtonLink>
        </Outcome>
      </OneStep>
    </EntryLayout>
  )
}
