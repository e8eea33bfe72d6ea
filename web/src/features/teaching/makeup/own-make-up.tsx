import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { FormDialog } from '@/shared/form-dialog'
import { TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type MakeUpSession, makeUpsQuery, useRemoveGuest } from './api'
import { MakeUpDialog, When } from './make-up-dialog'

type Props = { sessionId: string; userId: string }

/** What a learner can do about a session that they have missed: attend it in another batch. */
export function OwnMakeUp({ sessionId, userId }: Props) {
  const makeUps = useQuery(makeUpsQuery(sessionId))
  const [choosing, setChoosing] = useState(false)
  return (
    <QueryView query={makeUps} skeleton={<Rows />}>
      {({ place, can_choose: canChoose, sessions }) => (
        <Card withBorder radius="lg" padding="lg" component="section" aria-label={t`Make-up session`}>
          <Stack gap="sm">
            <Text fw={600}>
              <Trans>Make-up session</Trans>
            </Text>
            {place && <Place place={place} userId={userId} canCancel={!canChoose} />}
            {canChoose && sessions.length > 0 && (
              <>
                <Text size="sm">{t`You can attend this session in another group of the course.`}</Text>
                <Group>
                  <Button onClick={() => setChoosing(true)}>
                    <Trans>Choose a make-up session</Trans>
                  </Button>
                </Group>
              </>
            )}
            {canChoose && sessions.length === 0 && (
              <Text size="sm" c="dimmed">{t`No other group of the course has this session ahead.`}</Text>
            )}
          </Stack>
          {choosing && <MakeUpDialog sessionId={sessionId} onClose={() => setChoosing(false)} />}
        </Card>
      )}
    </QueryView>
  )
}

type PlaceProps = { place: MakeUpSession; userId: string; canCancel: boolean }

function Place({ place, userId, canCancel }: PlaceProps) {
  const [cancelling, setCancelling] = useState(false)
  return (
    <>
      <Text component="div">
        <When session={place} />
      </Text>
      <TextLink to="/sessions/$sessionId" params={{ sessionId: place.id }}>
        {place.batch_name}
      </TextLink>
      {canCancel && (
        <Group>
          <Button variant="default" onClick={() => setCancelling(true)}>
            <Trans>Cancel make-up session</Trans>
          </Button>
        </Group>
      )}
      {cancelling && <CancelPlace sessionId={place.id} userId={userId} onClose={() => setCancelling(false)} />}
    </>
  )
}

/** Asks before the place of a guest is cancelled. */
export function CancelPlace({ sessionId, userId, onClose }: Props & { onClose: () => void }) {
  const remove = useRemoveGuest()
  return (
    <FormDialog
      title={t`Cancel this make-up session?`}
      onClose={onClose}
      onSubmit={() => remove.mutate({ sessionId, userId }, { onSuccess: onClose })}
      mutation={remove}
      submit={t`Cancel make-up session`}
      cancel={t`Keep it`}
      color="red.9"
    >
      <Text>{t`The place becomes free for others. As long as there is one, another session can be chosen.`}</Text>
    </FormDialog>
  )
}

/** What a guest reads on the page of the session that they attend. */
export function GuestNote({ sessionId, userId, canCancel }: Props & { canCancel: boolean }) {
  const [cancelling, setCancelling] = useState(false)
  return (
    <Alert color="gray" title={t`You are a guest in this session`}>
      <Text size="sm">{t`You attend it in place of a session of your own group.`}</Text>
      {canCancel && (
        <Button mt="sm" variant="default" onClick={() => setCancelling(true)}>
          <Trans>Cancel make-up session</Trans>
        </Button>
      )}
      {cancelling && <CancelPlace sessionId={sessionId} userId={userId} onClose={() => setCancelling(false)} />}
    </Alert>
  )
}
