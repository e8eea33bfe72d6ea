import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { MakeUpDialog } from './make-up-dialog'
import { CancelPlace } from './own-make-up'

type Props = { sessionId: string; learner: { id: string; name: string } }

/** Lets an instructor choose where a learner makes up a session. */
export function LearnerMakeUp({ sessionId, learner }: Props) {
  const [choosing, setChoosing] = useState(false)
  const { name } = learner
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t`Choose a make-up session for ${name}`}
        onClick={() => setChoosing(true)}
      >
        <Trans>Make-up session</Trans>
      </Button>
      {choosing && <MakeUpDialog sessionId={sessionId} learner={learner} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Lets an instructor cancel the place of a guest. */
export function RemoveGuest({ sessionId, learner: { id, name } }: Props) {
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={t`Cancel the make-up session of ${name}`}
        onClick={() => setRemoving(true)}
      >
        <Trans>Remove guest</Trans>
      </Button>
      {removing && <CancelPlace sessionId={sessionId} userId={id} onClose={() => setRemoving(false)} />}
    </>
  )
}
