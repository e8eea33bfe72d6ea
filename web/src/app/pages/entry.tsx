import { Skeleton } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import type { Schema } from '@/api/client'
import { enter } from '@/features/people/account/api'
import { EntryLayout } from '@/features/people/account/entry-layout'
import { RegisterPage } from '@/features/people/account/register-page'
import { SetupPage } from '@/features/people/account/setup-page'
import { SignInPage } from '@/features/people/account/sign-in-page'
import { useWaitingStep, waiting } from '@/features/people/account/waiting-step'
import { LinkNotice } from '@/features/people/identity/link-notice'
import { ProviderButtons } from '@/features/people/identity/provider-buttons'
import { waitingLink } from '@/features/people/identity/visit'
import { PasskeySignIn } from '@/features/people/twofactor/passkey-sign-in'

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
  const step = useWaitingStep()
  const [waits] = useState(() => waitingLink.get())
  const link = search.next === linkPage ? waits : undefined
  const goOn = () => history.replace(search.next ?? '/app')
  const entered = (answer: Schema<'SignedIn'>) => {
    enter(answer)
    goOn()
  }
  if (step) return <SecondStepPage step={step} onEntered={entered} onBack={() => waiting.set(undefined)} />
  return (
    <SignInPage
      {...search}
      {...(link && { email: link.email, notice: <LinkNotice link={link} /> })}
      onDone={() => !waiting.get() && goOn()}
      otherwise={
        <>
          <PasskeySignIn onEntered={entered} />
          <ProviderButtons {...search} />
        </>
      }
    />
  )
}

type Waiting = {
  step: Schema<'SecondStep'>
  onEntered: (answer: Schema<'SignedIn'>) => void
  onBack: () => void
}

/** What stands in place of the password once that was right. */
function SecondStepPage({ step, ...rest }: Waiting) {
  return (
    <EntryLayout
      {...(step.enrolmentRequired
        ? { title: 'One more thing', lead: 'Then nobody comes in with your password alone.' }
        : { title: 'Is it you?', lead: 'Your password was right. One more step.' })}
    >
      <Suspense fallback={<Skeleton height={240} />}>
        {step.enrolmentRequired ? (
          <Enrolment step={step} onEntered={rest.onEntered} />
        ) : (
          <SecondStep step={step} {...rest} />
        )}
      </Suspense>
    </EntryLayout>
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
