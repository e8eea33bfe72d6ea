import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import type { FreeTime } from '@/shared/free-times'
import { toast } from '@/shared/toasts'
import type { Batch } from './api'
import { ConflictList } from './conflict-list'
import { ScheduleWarnings } from './schedule-warnings'
import { hasTime, SessionFields, type SessionValues } from './session-form'
import { addWarningsQuery, useAddSession } from './sessions-api'
import { useSettled } from './settled'

const empty: SessionValues = { date: '', start_time: '18:00', end_time: '19:30', title: '', description: '' }

/** Adds a session to a batch, by default at the time of the last one. */
export function AddSession({ batch: { id, timezone, schedule = [] }, onClose }: { batch: Batch; onClose: () => void }) {
  const last = schedule.at(-1)
  const form = useForm<SessionValues>({
    initialValues: last ? { ...empty, start_time: last.start_time, end_time: last.end_time } : empty,
  })
  const add = useAddSession(id)
  const wanted = useSettled(hasTime(form.values) ? form.values : undefined)
  const warnings = useQuery(addWarningsQuery(id, wanted))
  const save = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: () => {
        toast(t`Session added.`)
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  const choose = (free: FreeTime) => {
    form.setValues({ date: free.date, start_time: free.start_time, end_time: free.end_time })
    add.reset()
  }
  return (
    <FormDialog
      title={t`Add session`}
      onClose={onClose}
      onSubmit={save}
      mutation={add}
      fields={Object.keys(form.values)}
      submit={t`Add session`}
      disabled={!hasTime(form.values)}
    >
      <ConflictList error={add.error} timezone={timezone} onChoose={choose} />
      <SessionFields form={form} timezone={timezone} />
      <ScheduleWarnings warnings={warnings.data ?? []} one />
    </FormDialog>
  )
}
