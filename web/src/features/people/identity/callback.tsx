import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

import { TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'

import { type Arrival, providersQuery, useFinish } from './api'
import { type CallbackParams, takeRequestKey } from './authorization-request'

type Props = {
  provider: string
  params: CallbackParams
  /** Called for every outcome except an address that must be confirmed. */
  onArrived: (arrival: Arrival) => void
  /** Called with the key with which only this browser can continue once the address has been confirmed. */
  onUnconfirmed: (key: string) => void
  /** How to continue after a failure. */
  instead: ReactNode
}

/** Finishes an authorization request, which works once, and shows the outcome if it ends there. */
export function Callback({ provider, params, onArrived, onUnconfirmed, instead }: Props) {
  const providers = useQuery(providersQuery())
  const label = providers.data?.find(({ name }) => name === provider)?.label ?? t`the other site`
  const finish = useFinish(provider)
  const begun = useRef(false)
  const { state, code, iss, name, error } = params
  const mutate = finish.mutate
  useEffect(() => {
    if (begun.current || error !== '') return
    begun.current = true
    mutate(
      { state, code, key: takeRequestKey(), ...(iss && { iss }), ...(name && { name }) },
      {
        onSuccess: (arrival) =>
          arrival.outcome === 'address_unconfirmed' ? onUnconfirmed(arrival.key ?? '') : onArrived(arrival),
      },
    )
  }, [mutate, onArrived, onUnconfirmed, state, code, iss, name, error])

  if (error !== '') {
    return (
      <Outcome bad text={refusals.has(error) ? declined(label) : failed(label, error)}>
        {instead}
      </Outcome>
    )
  }
  if (finish.error) {
    return (
      <Outcome bad text={finish.error.message}>
        {instead}
      </Outcome>
    )
  }
  if (finish.data?.outcome === 'address_unconfirmed') {
    return (
      <Outcome
        text={t`Nearly done. ${finish.data.label} does not vouch that your email address is yours, so an email is on its way to it. Open its link in this browser to go on.`}
      >
        <Text size="sm">
          <Trans>If none comes within some minutes, please look among your unwanted mail.</Trans>
        </Text>
      </Outcome>
    )
  }
  return (
    <Group role="status" gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text>
        <Trans>One moment: we ask {label} who you are…</Trans>
      </Text>
    </Group>
  )
}

// The error codes of a user who declines (RFC 6749, section 4.1.2.1; the second is Apple's).
const refusals = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])

const declined = (label: string) => t`You have not let ${label} tell us who you are. Nothing has changed.`

const failed = (label: string, error: string) =>
  t`It did not work: ${label} says "${error.slice(0, 60).replaceAll('_', ' ')}". Nothing has changed. Please try again, or another way.`

/** Alternatives after a failure. */
export function OtherWays({ signedIn }: { signedIn: boolean }) {
  return (
    <Stack gap="xs" align="start">
      {signedIn ? (
        <TextLink to="/settings/security" underline="always">
          <Trans>Back to your settings</Trans>
        </TextLink>
      ) : (
        <TextLink to="/sign-in" underline="always">
          <Trans>Back to signing in</Trans>
        </TextLink>
      )}
    </Stack>
  )
}
