import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import type { FreeTime } from '@/shared/free-times'
import type { ClassSession } from './api'
import { ReasonField } from './cancel-session'
import { ClassroomField } from './classroom-field'
import { ConflictList } from './conflict-list'
import { EmailsField } from './emails-field'
import { ScheduleWarnings } from './schedule-warnings'
import { ScopeField } from './scope-field'
import { hasTime, SessionFields, type SessionValues } from './session-form'
import { changeWarningsQuery, type Scope, sessionQuery, useChangeSession } from './sessions-api'
import { useSettled } from './settled'
import { useChangeToast } from './undo-change'

/** Another time for a session, in the time zone of its batch, and perhaps another classroom (empty: none) or instructor. */
type Proposed = Pick<SessionValues, 'date' | 'start_time' | 'end_time'> & {
  room_id?: string
  instructor?: { id: string; full_name: string }
}

type Props = {
  batchId: string
  session: ClassSession
  /** What the fields begin with, if it is not the time of the session. */
  proposed?: Proposed | undefined
  onClose: () => void
}

/** Moves a session, or its series by as many days and to the same time of day, also to another classroom or instructor, and edits its title. */
export function MoveSession({ batchId, session, proposed, onClose }: Props) {
  const { date, start_time, end_time, title, description } = session
  const before = { date, start_time, end_time, title, description }
  const { room_id: proposedRoom, instructor, ...proposedTime } = proposed ?? {}
  const form = useForm<SessionValues>({ initialValues: { ...before, ...proposedTime } })
  const roomBefore = session.room_id ?? ''
  const [room, setRoom] = useState(proposedRoom ?? roomBefore)
  const [teacher, setTeacher] = useState(instructor?.id ?? '') // empty: stays with its current instructor
  const [scope, setScope] = useState<Scope>('one')
  const [reason, setReason] = useState('')
  const [emails, setEmails] = useState(true)
  const current = useQuery(sessionQuery(batchId, session.id))
  const change = useChangeSession(batchId, session.id)
  const say = useChangeToast(batchId)
  const isElsewhere = room !== roomBefore // else each session of a series stays in its own
  const tag = current.data?.tag ?? ''
  const changeOf = (values: SessionValues) => ({
    ...values,
    ...(isElsewhere && { room_id: room }),
    ...(teacher && { instructor_id: teacher }),
    scope,
    reason: reason.trim(),
  })
  const isMoved = form.isDirty() || isElsewhere || teacher !== ''
  const wanted = useSettled(isMoved && hasTime(form.values) ? changeOf(form.values) : undefined)
  const warnings = useQuery(changeWarningsQuery(batchId, session.id, tag, wanted))
  const save = form.onSubmit((values) =>
    change.mutate(
      { ...changeOf(values), emails, tag },
      {
        onSuccess: (changed) => {
          say(t`Session saved.`, changed, emails)
          onClose()
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  const choose = (free: FreeTime) => {
    form.setValues({ date: free.date, start_time: free.start_time, end_time: free.end_time })
    change.reset()
  }
  const chooseRoom = (id: string) => {
    setRoom(id)
    change.reset()
  }
  return (
    <FormDialog
      title={t`Move or edit session`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={[...Object.keys(form.values), 'room_id', 'instructor_id', 'reason']}
      submit={t`Save changes`}
      disabled={!current.data || !hasTime(form.values)}
    >
      <ConflictList
        error={change.error}
        timezone={session.timezone}
        onChoose={scope === 'one' ? choose : undefined}
        onRoom={chooseRoom}
      />
      <SessionFields form={form} timezone={session.timezone} />
      <ClassroomField
        value={room}
        error={fieldErrors(change.error).room_id}
        onChange={({ currentTarget: { value } }) => setRoom(value)}
      />
      {instructor && (
        <NativeSelect
          label={t`Instructor`}
          description={t`A substitute must teach the course and be free then.`}
          data={[
            { value: instructor.id, label: instructor.full_name },
            { value: '', label: t`Keep the current instructor` },
          ]}
          value={teacher}
          error={fieldErrors(change.error).instructor_id}
          onChange={({ currentTarget: { value } }) => {
            setTeacher(value)
            change.reset()
          }}
        />
      )}
      <ScheduleWarnings warnings={warnings.data ?? []} one={scope === 'one'} />
      {session.series_id && <ScopeField value={scope} onChange={setScope} />}
      <ReasonField value={reason} onChange={setReason} error={fieldErrors(change.error).reason} />
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}
