import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Schema } from '@/api/client'
import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { TextLink } from '@/shared/link'
import { Failure, QueryView } from '@/shared/query-view'
import type { Reauthenticated } from '@/shared/reauthentication'
import { toast } from '@/shared/toasts'
import { identitiesQuery, providersQuery, useConnect, useDisconnect } from './api'
import classes from './connected-accounts.module.css'
import { ProviderIcon } from './provider-icon'

/**
 * The provider accounts with which the user can sign in. Not shown if no provider is configured and none is
 * connected.
 */
export function ConnectedAccounts({ reauthenticated }: { reauthenticated: Reauthenticated }) {
  const identities = useQuery(identitiesQuery())
  const providers = useQuery(providersQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const said = (text: string) => {
    heading.current?.focus() // the pressed button disappears
    toast(text)
  }
  if (identities.data?.length === 0 && providers.data?.length === 0) return null

  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="connected-accounts">
      <Title order={2} size="h4" id="connected-accounts" ref={heading} tabIndex={-1}>
        <Trans>Connected accounts</Trans>
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        <Trans>Other accounts you can sign in with.</Trans>
      </Text>
      <QueryView query={identities} skeleton={<Skeleton height={72} />}>
        {(mine) => (
          <>
            {mine.length > 0 && (
              <ul className={classes.list} aria-label={t`Connected accounts`}>
                {mine.map((identity) => (
                  <Item key={identity.id} identity={identity} reauthenticated={reauthenticated} said={said} />
                ))}
              </ul>
            )}
            <UnconnectedProviders mine={mine} reauthenticated={reauthenticated} />
          </>
        )}
      </QueryView>
    </Paper>
  )
}

type ItemProps = { identity: Schema<'Connected'>; reauthenticated: Reauthenticated; said: (text: string) => void }

function Item({ identity, reauthenticated, said }: ItemProps) {
  const { id, provider, label, email, last_used_at, only_way_in } = identity
  const [asking, setAsking] = useState(false)
  const disconnect = useDisconnect(reauthenticated)
  const act = () =>
    disconnect.mutate(id, {
      onSuccess: () => {
        setAsking(false)
        said(t`${label} disconnected.`)
      },
    })
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" align="start" className={classes.text}>
          <ProviderIcon name={provider} />
          <div>
            <Text fw={600}>{label}</Text>
            <Text size="sm" c="dimmed">
              {email ? (
                <Trans>
                  {email} · Last used <Ago at={last_used_at} />
                </Trans>
              ) : (
                <Trans>
                  Last used <Ago at={last_used_at} />
                </Trans>
              )}
            </Text>
            {only_way_in && (
              <Text size="sm" mt={4}>
                <Trans>
                  This is your only way to sign in. To disconnect it,{' '}
                  <TextLink to="/forgot-password" inherit underline="always">
                    set a password first
                  </TextLink>
                  .
                </Trans>
              </Text>
            )}
          </div>
        </Group>
        {!only_way_in && (
          <Button
            variant="default"
            onClick={() => setAsking(true)}
            aria-label={email ? t`Disconnect ${label} ${email}` : t`Disconnect ${label}`}
          >
            <Trans>Disconnect</Trans>
          </Button>
        )}
      </Group>
      {asking && (
        <Confirm
          title={t`Disconnect ${label}?`}
          text={
            email
              ? t`You can no longer sign in with ${email}. The account at ${label} itself stays as it is.`
              : t`You can no longer sign in with this account. The account at ${label} itself stays as it is.`
          }
          action={t`Disconnect`}
          danger
          pending={disconnect.isPending}
          error={disconnect.error}
          onConfirm={act}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** The configured providers that are not connected yet. */
function UnconnectedProviders({
  mine,
  reauthenticated,
}: {
  mine: Schema<'Connected'>[]
  reauthenticated: Reauthenticated
}) {
  const providers = useQuery(providersQuery())
  const connect = useConnect(reauthenticated)
  const others = providers.data?.filter(({ name }) => !mine.some(({ provider }) => provider === name)) ?? []
  return (
    <Stack mt={others.length > 0 ? 'sm' : 0} gap="xs">
      {providers.error && <Failure error={providers.error} retry={providers.refetch} />}
      {connect.error && <Failure error={connect.error} />}
      <Group gap="xs">
        {others.map(({ name, label }) => (
          <Button
            key={name}
            variant="default"
            leftSection={<ProviderIcon name={name} />}
            loading={(connect.isPending || connect.isSuccess) && connect.variables === name} // until the redirect
            onClick={() => connect.mutate(name)}
          >
            <Trans>Connect {label}</Trans>
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
