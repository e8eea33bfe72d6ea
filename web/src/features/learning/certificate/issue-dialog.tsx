import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { eligibleQuery, type Outcome, useIssue } from './api'

type Learner = Schema<'SelectedLearner'>

const outcomes: Record<Outcome, MessageDescriptor> = {
  eligible: msg`Gets a certificate`,
  issued: msg`Has a certificate`,
  not_enrolled: msg`Not enrolled`,
  not_completed: msg`Course not completed`,
  batch_not_ended: msg`Not in a batch that has ended`,
  percent_too_low: msg`Too little progress`,
  score_too_low: msg`Score too low`,
  minutes_too_low: msg`Too little time spent`,
  on_hold: msg`Waiting period not over`,
  name_not_printable: msg`The name has characters that the certificate can't show`,
  no_rule: msg`No rule set`,
}

/** Shows who would get a certificate now and why others would not, and issues them. */
export function IssueDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const selected = useQuery(eligibleQuery(courseId))
  const issue = useIssue(courseId)
  const eligible = selected.data?.eligible ?? 0
  const submit = () =>
    issue.mutate(
      { all_eligible: true },
      {
        onSuccess: ({ eligible: n }) => {
          toast(plural(n, { one: '# certificate is being issued.', other: '# certificates are being issued.' }))
          onClose()
        },
      },
    )
  return (
    <Dialog title={t`Issue certificates`} size="lg" onClose={onClose}>
      {issue.error && <Failure error={issue.error} />}
      <QueryView query={selected} skeleton={<Rows height={44} />}>
        {({ learners, total }) => (
          <>
            <Text>
              {total === 0
                ? t`No one is enrolled in this course.`
                : plural(eligible, {
                    0: 'No learner meets the rule and is without a certificate.',
                    one: '# learner meets the rule and gets a certificate.',
                    other: '# learners meet the rule and get a certificate.',
                  })}
            </Text>
            {learners.length > 0 && (
              <DataTable label={t`Learners`} columns={columns()} rows={learners} idOf={({ user_id: id }) => id} />
            )}
            {total > learners.length && (
              <Text size="sm" c="dimmed">
                <Trans>The first {learners.length} learners are shown.</Trans>
              </Text>
            )}
          </>
        )}
      </QueryView>
      <DialogActions onCancel={onClose}>
        <Button loading={issue.isPending} disabled={eligible === 0} onClick={submit}>
          <Trans>Issue certificates</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const columns = (): Column<Learner>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: ({ name }) => name },
  { id: 'outcome', label: t`Result`, cell: ({ outcome }) => t(outcomes[outcome]) },
]
