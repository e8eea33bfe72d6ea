import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '@/shared/form-dialog'
import { dated } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Batch, openBatchesQuery } from './api'
import { type BatchLearner, transferCheckQuery, useTransfer } from './members-api'

type Props = { batch: Batch; member: BatchLearner; onClose: () => void }

/** Transfers a member to another batch of the course; what is in the way is said before. */
export function TransferMember({ batch, member: { id, full_name: name }, onClose }: Props) {
  const [to, setTo] = useState('')
  const batches = useQuery(openBatchesQuery(batch.course))
  const check = useQuery(transferCheckQuery(batch.id, id, to))
  const transfer = useTransfer(batch.id, id)
  const save = () =>
    transfer.mutate(to, {
      onSuccess: ({ batch_name: target }) => {
        toast(t`${name} is now in “${target}”.`)
        onClose()
      },
    })
  return (
    <FormDialog
      title={t`Transfer ${name}`}
      onClose={onClose}
      onSubmit={save}
      mutation={transfer}
      submit={t`Transfer`}
      disabled={!to || check.isError || check.isPending}
    >
      <Text>
        <Trans>Their seat here becomes free. Progress and attendance are kept.</Trans>
      </Text>
      <QueryView query={batches} skeleton={<Rows />}>
        {(all) => <Choice batches={all.filter((b) => b.id !== batch.id)} value={to} onChange={setTo} />}
      </QueryView>
      {to && check.error && <Alert color="red">{check.error.message}</Alert>}
      {check.data?.warnings.includes('overlap') && (
        <Alert color="apricot">
          <Trans>{name} has a session of another batch at the same time.</Trans>
        </Alert>
      )}
    </FormDialog>
  )
}

type ChoiceProps = { batches: Batch[]; value: string; onChange: (id: string) => void }

function Choice({ batches, value, onChange }: ChoiceProps) {
  if (batches.length === 0) {
    return (
      <Text c="dimmed">
        <Trans>This course has no other open group.</Trans>
      </Text>
    )
  }
  return (
    <Radio.Group label={t`To which batch?`} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {batches.map((b) => (
          <Radio key={b.id} value={b.id} label={b.batch_name} description={aboutOf(b)} disabled={seatsOf(b) === 0} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const seatsOf = ({ available_spots }: Batch) => available_spots ?? 0

function aboutOf(b: Batch) {
  const [first, last] = [dated(b.start_date), dated(b.end_date)]
  const seats = plural(seatsOf(b), { one: '# seat free', other: '# seats free' })
  return t`${first} to ${last}, ${seats}`
}
