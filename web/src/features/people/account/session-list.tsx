import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import type { Schema } from '@/api/client'
import { deviceName } from '@/shared/device-name'
import { ago, instant } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { sessionsQuery, useEndOtherSessions, useEndSession } from './api'
import classes from './session-list.module.css'

/** The user's sessions, with a button to end each. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const said = (text: string) => {
    heading.current?.focus() // the pressed button disappears
    toast(text)
  }

  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="sessions">
      <Title order={2} size="h4" id="sessions" mb="md" ref={heading} tabIndex={-1}>
        <Trans>Signed-in devices</Trans>
      </Title>
      <QueryView query={sessions} skeleton={<Skeleton height={120} />}>
        {(items) => (
          <Stack>
            <ul className={classes.list}>
              {items.map((session) => (
                <Item key={session.id} session={session} said={said} />
              ))}
            </ul>
            {items.some(({ current }) => !current) && <EndOthers said={said} />}
          </Stack>
        )}
      </QueryView>
    </Paper>
  )
}

type Said = { said: (text: string) => void }

function Item({ session, said }: Said & { session: Schema<'SessionView'> }) {
  const { id, user_agent, place, last_seen, current } = session
  const device = deviceName(user_agent)
  const end = useEndSession()
  const lastActive = ago(last_seen)
  const time = (
    <time title={instant(last_seen)} dateTime={last_seen}>
      {lastActive}
    </time>
  )
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {current && (
              <Badge variant="light">
                <Trans>This device</Trans>
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {place ? (
              <Trans>
                Last active: {time} · Network: {place}
              </Trans>
            ) : (
              <Trans>Last active: {time}</Trans>
            )}
          </Text>
        </div>
        {!current && (
          <Button
            variant="default"
            loading={end.isPending || end.isSuccess} // until the list without it has loaded
            onClick={() => end.mutate(id, { onSuccess: () => said(t`Signed out of ${device}.`) })}
            aria-label={t`Sign out of ${device}, last active: ${lastActive}`}
          >
            <Trans>Sign out</Trans>
          </Button>
        )}
      </Group>
      {end.error && <Failure error={end.error} />}
    </li>
  )
}

function EndOthers({ said }: Said) {
  const end = useEndOtherSessions()
  return (
    <>
      {end.error && <Failure error={end.error} />}
      <Button
        variant="light"
        color="red"
        loading={end.isPending}
        onClick={() => end.mutate(undefined, { onSuccess: () => said(t`Signed out on all other devices.`) })}
      >
        <Trans>Sign out on all other devices</Trans>
      </Button>
    </>
  )
}
