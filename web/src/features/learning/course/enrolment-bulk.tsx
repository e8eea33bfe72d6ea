import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, List, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { decimal } from '@/shared/format'
import classes from '@/shared/sticky-bar.module.css'
import { toast } from '@/shared/toasts'

import { actionLabels, actionsFor, type Enrolled, type StatusAction } from './enrolment-actions'
import { useChangeEnrolments } from './enrolments-api'

const actions: StatusAction[] = ['activate', 'suspend', 'reactivate', 'withdraw']

type Props = { courseId: string; learners: Enrolled[]; onDone: () => void }

/** What can be done about the selected learners at once. Each action takes those whose enrolment allows it. */
export function EnrolmentBulk({ courseId, learners, onDone }: Props) {
  const [action, setAction] = useState<StatusAction>()
  const able = (wanted: StatusAction) => learners.filter(({ enrollment }) => actionsFor[enrollment].includes(wanted))
  return (
    <section className={classes.bar} aria-label={t`Selected learners`}>
      <Text fw={600} role="status">
        {plural(learners.length, { one: '# learner selected', other: '# learners selected' })}
      </Text>
      {actions.map((wanted) => {
        const count = able(wanted).length
        return (
          count > 0 && (
            <Button
              key={wanted}
              variant="default"
              {...(wanted === 'withdraw' && { c: 'red' })}
              rightSection={
                <Text span size="sm" c="dimmed">
                  {decimal(count)}
                </Text>
              }
              onClick={() => setAction(wanted)}
            >
              {t(actionLabels[wanted])}
            </Button>
          )
        )
      })}
      <Button variant="subtle" ms="auto" onClick={onDone}>
        <Trans>Clear selection</Trans>
      </Button>
      {action && (
        <BulkDialog
          courseId={courseId}
          action={action}
          learners={able(action)}
          onClose={() => setAction(undefined)}
          onDone={onDone}
        />
      )}
    </section>
  )
}

/** The question before an action on several learners. */
const questions: Record<StatusAction, (count: number) => string> = {
  activate: (count) => plural(count, { one: 'Approve # learner?', other: 'Approve # learners?' }),
  suspend: (count) => plural(count, { one: 'Suspend # learner?', other: 'Suspend # learners?' }),
  reactivate: (count) => plural(count, { one: 'Reactivate # learner?', other: 'Reactivate # learners?' }),
  withdraw: (count) => plural(count, { one: 'Remove # learner?', other: 'Remove # learners?' }),
}

const consequences: Record<StatusAction, () => string> = {
  activate: () => t`They can learn at once.`,
  suspend: () => t`They can't open the course until you reactivate them. Their progress is kept.`,
  reactivate: () => t`They can learn again at once.`,
  withdraw: () => t`They lose access to the course. Their progress is kept, and you can enrol them again.`,
}

const results: Record<StatusAction, (count: number) => string> = {
  activate: (count) => plural(count, { one: '# learner approved.', other: '# learners approved.' }),
  suspend: (count) => plural(count, { one: '# learner suspended.', other: '# learners suspended.' }),
  reactivate: (count) => plural(count, { one: '# learner reactivated.', other: '# learners reactivated.' }),
  withdraw: (count) => plural(count, { one: '# learner removed.', other: '# learners removed.' }),
}

type DialogProps = Props & { action: StatusAction; onClose: () => void }

function BulkDialog({ courseId, action, learners, onClose, onDone }: DialogProps) {
  const change = useChangeEnrolments(courseId)
  const [chosen] = useState(learners) // the list behind the dialog changes with the enrolments
  const nameOf = (userId: string) => chosen.find((learner) => learner.userId === userId)?.fullName ?? ''
  const refused = change.data?.refused ?? []
  const go = () =>
    change.mutate(
      { userIds: chosen.map(({ userId }) => userId), action },
      {
        onSuccess: ({ done, refused: left }) => {
          if (done.length > 0) toast(results[action](done.length))
          if (left.length === 0) onDone()
        },
      },
    )
  return (
    <Confirm
      title={questions[action](chosen.length)}
      text={consequences[action]()}
      action={refused.length > 0 ? t`Close` : t(actionLabels[action])}
      danger={action === 'withdraw' && refused.length === 0}
      onConfirm={refused.length > 0 ? onDone : go}
      onClose={refused.length > 0 ? onDone : onClose}
      pending={change.isPending}
      error={change.error}
    >
      {refused.length > 0 && (
        <List role="alert" size="sm" aria-label={t`Not changed`}>
          {refused.map(({ userId, reason }) => (
            <List.Item key={userId}>
              {nameOf(userId)}: {reason}
            </List.Item>
          ))}
        </List>
      )}
    </Confirm>
  )
}
