import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { FormDialog } from '@/shared/form-dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import { type MakeUpSession, makeUpsQuery, useChooseMakeUp } from './api'

type Props = {
  sessionId: string
  /** The learner, for whom an instructor chooses. Absent: the user. */
  learner?: { id: string; name: string }
  onClose: () => void
}

/** Chooses the session of another batch in which a learner makes up one that they have missed. */
export function MakeUpDialog({ sessionId, learner, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const makeUps = useQuery(makeUpsQuery(sessionId, learner?.id))
  const choose = useChooseMakeUp(sessionId, learner?.id)
  const name = learner?.name ?? ''
  return (
    <FormDialog
      title={learner ? t`Choose a make-up session for ${name}` : t`Choose a make-up session`}
      onClose={onClose}
      onSubmit={() =>
        choose.mutate(chosen, {
          onSuccess: () => {
            toast(t`Make-up session chosen.`)
            onClose()
          },
        })
      }
      mutation={choose}
      submit={t`Choose session`}
      disabled={!chosen}
    >
      <QueryView query={makeUps} skeleton={<Rows />}>
        {({ place, can_choose, sessions }) =>
          place && !can_choose ? (
            <Alert color="gray" title={t`A make-up session is chosen`}>
              <When session={place} />
            </Alert>
          ) : (
            <Choice sessions={sessions} value={chosen} onChange={setChosen} />
          )
        }
      </QueryView>
    </FormDialog>
  )
}

type ChoiceProps = { sessions: MakeUpSession[]; value: string; onChange: (id: string) => void }

function Choice({ sessions, value, onChange }: ChoiceProps) {
  if (sessions.length === 0) {
    return (
      <Text c="dimmed">
        <Trans>No other group of the course has this session ahead.</Trans>
      </Text>
    )
  }
  return (
    <Radio.Group
      label={t`Session`}
      description={t`The same session of other groups of the course.`}
      value={value}
      onChange={onChange}
    >
      <Stack gap="sm" mt="xs">
        {sessions.map((s) => (
          <Radio
            key={s.id}
            value={s.id}
            disabled={s.free_places < 1}
            label={<When session={s} />}
            description={aboutOf(s)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** The time of a session, in both zones. */
export const When = ({ session }: { session: MakeUpSession }) => (
  <WallClock {...sessionTime(session, session.timezone)} />
)

function aboutOf(s: MakeUpSession) {
  const places =
    s.free_places < 1 ? t`no place free` : plural(s.free_places, { one: '# place free', other: '# places free' })
  return [s.batch_name, s.instructor_name, places, s.overlaps && t`you have another session then`]
    .filter(Boolean)
    .join(' · ')
}
