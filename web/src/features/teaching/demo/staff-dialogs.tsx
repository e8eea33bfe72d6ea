import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { Failure } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { toast } from '@/shared/toasts'

import { type DemoBooking, useUpdate } from './api'
import { SlotPicker } from './slot-picker'

type Props = { booking: DemoBooking; onClose: () => void }

/** What follows a change that the server has accepted. */
const then = (onClose: () => void, text: string) => ({
  onSuccess: () => {
    toast(text)
    onClose()
  },
})

export function CancelDialog({ booking: { id, fullName }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const update = useUpdate(id)
  return (
    <FormDialog
      title={t`Cancel the demo class of ${fullName}?`}
      onClose={onClose}
      onSubmit={() =>
        update.mutate({ action: 'cancel', cancellationReason: reason }, then(onClose, t`Demo class cancelled.`))
      }
      mutation={update}
      fields={['cancellationReason']}
      submit={t`Cancel demo class`}
      color="red.9"
    >
      <Text>
        <Trans>Visitor and instructor get an email, and the time is free for others. You can't undo this.</Trans>
      </Text>
      <Textarea
        label={t`Reason`}
        description={t`Optional. It stays with the booking.`}
        maxLength={500}
        data-autofocus
        value={reason}
        error={fieldErrors(update.error).cancellationReason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  )
}

export function CompleteDialog({ booking: { id, fullName }, onClose }: Props) {
  const [notes, setNotes] = useState('')
  const update = useUpdate(id)
  return (
    <FormDialog
      title={t`Complete the demo class of ${fullName}`}
      onClose={onClose}
      onSubmit={() =>
        update.mutate({ action: 'complete', completionNotes: notes }, then(onClose, t`Demo class completed.`))
      }
      mutation={update}
      fields={['completionNotes']}
      submit={t`Complete demo class`}
    >
      <Text>
        <Trans>This records that the class took place. You can't undo it.</Trans>
      </Text>
      <Textarea
        label={t`Notes`}
        description={t`Optional. Only staff see them.`}
        rows={4}
        maxLength={2000}
        data-autofocus
        value={notes}
        error={fieldErrors(update.error).completionNotes}
        onChange={({ currentTarget: { value } }) => setNotes(value)}
      />
    </FormDialog>
  )
}

export function MissedDialog({ booking: { id, fullName }, onClose }: Props) {
  const [side, setSide] = useState<'learner' | 'instructor'>('learner')
  const update = useUpdate(id)
  return (
    <FormDialog
      title={t`Mark the demo class of ${fullName} as missed`}
      onClose={onClose}
      onSubmit={() => update.mutate({ action: 'no-show', side }, then(onClose, t`Demo class marked as missed.`))}
      mutation={update}
      submit={t`Mark as missed`}
      color="red.9"
    >
      <Radio.Group
        label={t`Who didn't come`}
        description={t`If it was a mistake, you can complete the class within 48 hours.`}
        value={side}
        onChange={(value) => setSide(value === 'instructor' ? 'instructor' : 'learner')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="learner" label={t`The visitor`} />
          <Radio value="instructor" label={t`The instructor`} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

export function MoveDialog({ booking: { id, fullName }, onClose }: Props) {
  const [timezone, setTimezone] = useState(here)
  const [slot, setSlot] = useState('')
  const update = useUpdate(id)
  return (
    <Dialog title={t`Move the demo class of ${fullName}`} size="xl" onClose={onClose}>
      {update.error && <Failure error={update.error} />}
      <Text>
        <Trans>Visitor and instructor get an email. If the instructor isn't free, another one gives the class.</Trans>
      </Text>
      <SlotPicker timezone={timezone} onTimezone={setTimezone} holdId="" value={slot} onChange={setSlot} />
      <DialogActions onCancel={onClose}>
        <Button
          disabled={!slot}
          loading={update.isPending}
          onClick={() =>
            update.mutate({ action: 'reschedule', newTimeSlot: slot }, then(onClose, t`Demo class moved.`))
          }
        >
          <Trans>Move demo class</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
