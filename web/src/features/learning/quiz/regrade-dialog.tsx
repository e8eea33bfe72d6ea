import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { DataTable } from '@/shared/data-table'
import { Dialog, DialogActions } from '@/shared/dialog'
import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

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
          toast(t`${count(changed, 'attempt')} changed`)
          onClose()
        },
      },
    )
  const wrong = fieldErrors(grade.error)
  return (
    <Dialog title={t`Grade “${quiz.title}” again`} onClose={onClose} size="lg">
      <Text size="sm">
        <Trans>
          All submitted attempts are graded by the answer keys as they are now. A score that counts for a student’s
          progress already is not taken back.
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
              description={t`Kept in the audit log`}
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
                <Trans>Grade again</Trans>
              </Button>
            )}
          </DialogActions>
        </>
      ) : (
        <Group justify="flex-end">
          <Button loading={look.isPending} onClick={() => look.mutate({ dry_run: true })}>
            <Trans>See what would change</Trans>
          </Button>
        </Group>
      )}
    </Dialog>
  )
}

function Changes({ would }: { would: QuizRegraded }) {
  return (
    <>
      <Text role="status">
        {would.changed === 0
          ? t`Nothing would change in ${count(would.graded, 'attempt')}.`
          : t`${would.changed} of ${count(would.graded, 'attempt')} would change.`}
      </Text>
      {would.changes.length > 0 && (
        <DataTable
          label={t`Attempts that would change`}
          rows={would.changes}
          idOf={({ attempt_id }) => attempt_id}
          columns={[
            { id: 'who', label: t`Learner`, place: 'lead', cell: (c) => t`${c.full_name}, attempt ${c.number}` },
            { id: 'points', label: t`Points`, cell: (c) => `${c.earned_before} → ${c.earned_after} of ${c.possible}` },
            { id: 'passed', label: t`Passed`, cell: (c) => passed(c.passed_before, c.passed_after) },
          ]}
        />
      )}
      {would.changed > would.changes.length && (
        <Text size="sm">
          <Trans>These are the first {would.changes.length}.</Trans>
        </Text>
      )}
    </>
  )
}

const word = (is: boolean) => (is ? t`Yes` : t`No`)
const passed = (before: boolean, after: boolean) =>
  before === after ? word(after) : `${word(before)} → ${word(after)}`
