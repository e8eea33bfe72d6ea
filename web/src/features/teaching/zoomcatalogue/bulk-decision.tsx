import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'

import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Outcome, useChangeRegistrants } from './api'
import { reasonLabels } from './labels'

type Props = { of: string; ids: string[]; onDone: () => void }

/** Changes the registrations of the selected learners; those that could not be changed stay selected. */
export function BulkDecision({ of, ids, onDone }: Props) {
  const change = useChangeRegistrants(of)
  const failed = (change.data ?? []).filter(({ done }) => !done)
  const set = (action: 'approve' | 'cancel' | 'deny') =>
    change.mutate(
      { ids, action },
      {
        onSuccess: (outcomes) => {
          const done = (outcomes ?? []).filter((one) => one.done).length
          if (done > 0) toast(plural(done, { one: '# registration changed.', other: '# registrations changed.' }))
          if (done === ids.length) onDone()
        },
      },
    )
  return (
    <Stack gap="xs" mb="sm">
      {change.error && <Failure error={change.error} />}
      {failed.length > 0 && <NotChanged failed={failed} />}
      <Group gap="xs" role="group" aria-label={t`Selected registrations`}>
        <Button size="xs" h={36} loading={change.isPending} onClick={() => set('approve')}>
          <Trans context="registration">Approve</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" disabled={change.isPending} onClick={() => set('cancel')}>
          <Trans>Cancel registration</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" disabled={change.isPending} onClick={() => set('deny')}>
          <Trans>Deny</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function NotChanged({ failed }: { failed: Outcome[] }) {
  const reasons = [...new Set(failed.map(({ reason }) => reason))]
  return (
    <Alert
      color="apricot"
      role="alert"
      title={plural(failed.length, {
        one: '# registration was not changed',
        other: '# registrations were not changed',
      })}
    >
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {t(reasonLabels[reason])}
        </Text>
      ))}
    </Alert>
  )
}
