import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import type { Schema } from '@/api/client'
import { completeSignIn } from '@/features/people/account/api'
import { DemoAccounts } from '@/features/people/account/demo-accounts'
import { pendingSecondStep, usePendingSecondStep } from '@/features/people/account/pending-second-step'
import { RegisterPage } from '@/features/people/account/register-page'
import { SetupPage } from '@/features/people/account/setup-page'
import { SignInLayout } from '@/features/people/account/sign-in-layout'
import { SignInPage } from '@/features/people/account/sign-in-page'
import { pendingLink } from '@/features/people/identity/authorization-request'
import { LinkNotice } from '@/features/people/identity/link-notice'
import { ProviderButtons } from '@/features/people/identity/provider-buttons'
import { PasskeySignIn } from '@/features/people/twofactor/passkey-sign-in'
import { TextLink } from '@/shared/link'

import { given, linkPage } from '../search'

const SecondStep = lazy(() =>
  import('@/features/people/twofactor/second-step').then((m) => ({ default: m.SecondStep })),
)
const Enrolment = lazy(() => import('@/features/people/twofactor/enrolment').then((m) => ({ default: m.Enrolment })))

const signIn = getRouteApi('/sign-in')
const register = getRouteApi('/register')

export function SignInRoute() {
  const { history } = useRouter()
  const search = given(signIn.useSearch())
  const step = usePendingSecondStep()
  const [waits] = useState(() => pendingLink.get())
  const link = search.next === linkPage ? waits : undefined
  const proceed = () => history.replace(search.next ?? '/')
  const onSignedIn = (answer: Schema<'SignedIn'>) => {
    completeSignIn(answer)
    proceed()
  }
  if (step)
    return <SecondStepPage step={step} onSignedIn={onSignedIn} onBack={() => pendingSecondStep.set(undefined)} />
  return (
    <SignInPage
      {...search}
      {...(link && { email: link.email, notice: <LinkNotice link={link} /> })}
      onDone={() => !pendingSecondStep.get() && proceed()}
      otherwise={
        <>
          <DemoAccounts onDone={() => !pendingSecondStep.get() && proceed()} />
          <PasskeySignIn onSignedIn={onSignedIn} />
          <ProviderButtons {...search} />
          <Text mt="lg" size="sm">
            <Trans>
              Not sure yet?{' '}
              <TextLink to="/demo" underline="always">
                Book a free demo class
              </TextLink>
            </Trans>
          </Text>
        </>
      }
    />
  )
}

type Waiting = {
  step: Schema<'SecondStep'>
  onSignedIn: (answer: Schema<'SignedIn'>) => void
  onBack: () => void
}

/** Shown instead of the password form once the password was right. */
function SecondStepPage({ step, ...rest }: Waiting) {
  return (
    <SignInLayout
      {...(step.enrolmentRequired
        ? {
            title: t`Set up two-factor authentication`,
            lead: t`Then a stolen password alone won't be enough to sign in.`,
          }
        : { title: t`Confirm it's you`, lead: t`Your password is correct. One more step to sign in.` })}
    >
      <Suspense fallback={<Skeleton height={240} />}>
        {step.enrolmentRequired ? (
          <Enrolment step={step} onSignedIn={rest.onSignedIn} />
        ) : (
          <SecondStep step={step} {...rest} />
        )}
      </Suspense>
    </SignInLayout>
  )
}

export function RegisterRoute() {
  const { history } = useRouter()
  const search = given(register.useSearch())
  return (
    <RegisterPage
      {...search}
      onDone={(applied) => history.replace(applied ? '/applications' : (search.next ?? '/'))}
      otherwise={<ProviderButtons {...search} />}
    />
  )
}

export function SetupRoute() {
  const { history } = useRouter()
  return <SetupPage onDone={() => history.replace('/')} />
}
