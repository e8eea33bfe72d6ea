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
  /** Called with the key with which only this browser can continue once the address has been confirmed, and where the visitor wanted to go, which may be empty. */
  onUnconfirmed: (key: string, next: string) => void
  /** How to continue after a failure. */
  instead: ReactNode
}

/** Finishes an authorization request, which works once, and shows the outcome if it ends there. */
export function Callback({ provider, params, onArrived, onUnconfirmed, instead }: Props) {
  const providers = useQuery(providersQuery())
  const label = providers.data?.find(({ name }) => name === provider)?.label ?? t`the sign-in provider`
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
          arrival.outcome === 'address_unconfirmed'
            ? onUnconfirmed(arrival.key ?? '', arrival.next)
            : onArrived(arrival),
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
        text={t`${label} hasn't verified your email address, so we sent you a link. Open it in this browser to continue.`}
      >
        <Text size="sm">
          <Trans>If it doesn't arrive within 5 minutes, check your spam folder.</Trans>
        </Text>
      </Outcome>
    )
  }
  return (
    <Group role="status" gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text>
        <Trans>Connecting to {label}…</Trans>
      </Text>
    </Group>
  )
}

// The error codes of a user who declines (RFC 6749, section 4.1.2.1; the second is Apple's).
const refusals = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])

const declined = (label: string) => t`You cancelled at ${label}. Nothing has changed.`

function failed(label: string, error: string) {
  const reason = error.slice(0, 60).replaceAll('_', ' ')
  return t`Error at ${label}: “${reason}”. Try again, or sign in another way.`
}

/** Alternatives after a failure. */
export function OtherWays({ signedIn }: { signedIn: boolean }) {
  return (
    <Stack gap="xs" align="start">
      {signedIn ? (
        <TextLink to="/settings/security" underline="always">
          <Trans>Back to settings</Trans>
        </TextLink>
      ) : (
        <TextLink to="/sign-in" underline="always">
          <Trans>Back to sign-in</Trans>
        </TextLink>
      )}
    </Stack>
  )
}
