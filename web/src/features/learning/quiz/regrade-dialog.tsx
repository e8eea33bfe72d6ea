import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { DataTable } from '@/shared/data-table'
import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { points } from './labels'
import { type QuizRegraded, useRegrade } from './results-api'

type Props = { quiz: { id: string; title: string }; onClose: () => void }

/** Regrades a quiz by the current keys: shows what would change, asks for the reason, then regrades. */
export function RegradeDialog({ quiz, onClose }: Props) {
  const look = useRegrade(quiz.id)
  const grade = useRegrade(quiz.id)
  const [reason, setReason] = useState('')
  const act = () =>
    grade.mutate(
      { reason: reason.trim() },
      {
        onSuccess: ({ changed }) => {
          toast(plural(changed, { one: '# attempt regraded.', other: '# attempts regraded.' }))
          onClose()
        },
      },
    )
  const { title } = quiz
  const wrong = fieldErrors(grade.error)
  return (
    <Dialog title={t`Regrade “${title}”`} onClose={onClose} size="lg">
      <Text size="sm">
        <Trans>
          All submitted attempts are graded again by the current correct answers. Scores that already count towards a
          learner's progress are kept.
        </Trans>
      </Text>
      {look.error && <Failure error={look.error} />}
      {grade.error && !wrong.reason && <Failure error={grade.error} />}
      {look.data ? (
        <>
          <Changes would={look.data} />
          {look.data.changed > 0 && (
            <TextInput
              label={t`Reason`}
              description={t`Kept in the audit log.`}
              required
              maxLength={500}
              value={reason}
              error={wrong.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <DialogActions onCancel={onClose} cancel={look.data.changed > 0 ? t`Cancel` : t`Close`}>
            {look.data.changed > 0 && (
              <Button loading={grade.isPending} disabled={reason.trim() === ''} onClick={act}>
                <Trans>Regrade attempts</Trans>
              </Button>
            )}
          </DialogActions>
        </>
      ) : (
        <Group justify="flex-end">
          <Button loading={look.isPending} onClick={() => look.mutate({ dry_run: true })}>
            <Trans>Preview changes</Trans>
          </Button>
        </Group>
      )}
    </Dialog>
  )
}

function Changes({ would: { graded, changed, changes } }: { would: QuizRegraded }) {
  const listed = changes.length
  return (
    <>
      <Text role="status">
        {changed === 0
          ? plural(graded, {
              one: '# attempt checked. Its points would not change.',
              other: '# attempts checked. Their points would not change.',
            })
          : t`${changed} of ${plural(graded, { one: '# attempt', other: '# attempts' })} would change.`}
      </Text>
      {listed > 0 && (
        <DataTable
          label={t`Attempts that would change`}
          rows={changes}
          idOf={({ attempt_id }) => attempt_id}
          columns={[
            { id: 'who', label: t`Learner`, place: 'lead', cell: learner },
            { id: 'points', label: t`Points`, cell: pointsOf },
            { id: 'passed', label: t`Passed`, cell: (c) => passed(c.passed_before, c.passed_after) },
          ]}
        />
      )}
      {changed > listed && (
        <Text size="sm">
          <Trans>Only the first {listed} are listed.</Trans>
        </Text>
      )}
    </>
  )
}

type Change = QuizRegraded['changes'][number]

const learner = ({ full_name: name, number }: Change) => t`${name}, attempt ${number}`

function pointsOf({ earned_before, earned_after, possible }: Change) {
  const [before, after] = [points(earned_before), points(earned_after)]
  return t`${before} → ${after} of ${possible}`
}

const word = (is: boolean) => (is ? t`Yes` : t`No`)
const passed = (before: boolean, after: boolean) =>
  before === after ? word(after) : `${word(before)} → ${word(after)}`
