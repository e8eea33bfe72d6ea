import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useRemoveAuthenticator, useRenewCodes } from './api'
import { CodesDialog, SetupDialog } from './dialogs'
import { FactorRow } from './factor-row'
import { Passkeys } from './passkeys'
import { stateQuery } from './state'

/** The second factors of the user's account: an authenticator app, passkeys and recovery codes. */
export function TwoFactorSection() {
  const state = useQuery(stateQuery())
  const [codes, setCodes] = useState<string[]>([]) // just created, shown once
  const made = (fresh: string[]) => fresh.length > 0 && setCodes(fresh)
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="two-factor">
      <Title order={2} size="h4" id="two-factor">
        <Trans>Two-factor authentication</Trans>
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        <Trans>A stolen password alone won't be enough: signing in also takes your phone or a passkey.</Trans>
      </Text>
      <QueryView query={state} skeleton={<Skeleton height={220} />}>
        {(s) => (
          <Stack gap={0}>
            <Standing state={s} />
            <App since={s.authenticator} onCodes={made} />
            <Passkeys state={s} onCodes={made} />
            {(s.authenticator || s.passkeys.length > 0) && <Codes left={s.recoveryCodesLeft} onCodes={made} />}
          </Stack>
        )}
      </QueryView>
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Paper>
  )
}

function Standing({ state: { authenticator, passkeys, required, hasPassword } }: { state: Schema<'TwoFactorState'> }) {
  if (authenticator || passkeys.length > 0) {
    return (
      <Group gap="xs" mb="xs">
        <Badge color="evergreen" leftSection={<IconShieldCheck size={14} aria-hidden />}>
          <Trans context="state of two-factor authentication">On</Trans>
        </Badge>
        {required && (
          <Text size="sm" c="dimmed">
            <Trans>Required for your role.</Trans>
          </Text>
        )}
      </Group>
    )
  }
  return (
    <Alert role="note" color="apricot" mb="xs">
      <Text size="sm">
        {hasPassword
          ? t`Two-factor authentication is off. Anyone who has your password can sign in.`
          : t`Two-factor authentication is off. Anyone who can use your connected account can sign in.`}
      </Text>
    </Alert>
  )
}

type Made = { onCodes: (codes: string[]) => void }

function App({ since, onCodes }: Made & { since: string | null }) {
  const [open, setOpen] = useState<'setup' | 'remove'>()
  const remove = useRemoveAuthenticator()
  const close = () => setOpen(undefined)
  return (
    <>
      <FactorRow
        icon={<IconDeviceMobile aria-hidden />}
        title={t`Authenticator app`}
        text={
          since ? (
            <Trans>
              Set up <Ago at={since} />
            </Trans>
          ) : (
            t`An app on your phone shows a new code every 30 seconds.`
          )
        }
      >
        <Button variant={since ? 'default' : 'filled'} onClick={() => setOpen('setup')}>
          {since ? t`Move to new phone` : t`Set up`}
        </Button>
        {since && (
          <Button variant="light" color="red" onClick={() => setOpen('remove')}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </FactorRow>
      {open === 'setup' && <SetupDialog onClose={close} onCodes={onCodes} />}
      {open === 'remove' && (
        <Confirm
          title={t`Remove authenticator app?`}
          text={t`You can no longer sign in with its codes.`}
          action={t`Remove`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                close()
                toast(t`Authenticator app removed.`)
              },
            })
          }
        />
      )}
    </>
  )
}

function Codes({ left, onCodes }: Made & { left: number }) {
  const [asking, setAsking] = useState(false)
  const renew = useRenewCodes()
  const close = () => setAsking(false)
  return (
    <>
      <FactorRow
        icon={<IconKey aria-hidden />}
        title={t`Recovery codes`}
        text={
          left > 0
            ? plural(left, { one: '# code left. It works once.', other: '# codes left. Each works once.' })
            : t`No codes left. Create new ones now.`
        }
      >
        <Button variant={left > 3 ? 'default' : 'filled'} onClick={() => setAsking(true)}>
          <Trans>Create new codes</Trans>
        </Button>
      </FactorRow>
      {asking && (
        <Confirm
          title={t`Create new recovery codes?`}
          text={t`The codes you saved will stop working.`}
          action={t`Create new codes`}
          pending={renew.isPending}
          error={renew.error}
          onClose={close}
          onConfirm={() =>
            renew.mutate(undefined, {
              onSuccess: ({ recoveryCodes }) => {
                close()
                onCodes(recoveryCodes)
              },
            })
          }
        />
      )}
    </>
  )
}
