import { t } from '@lingui/core/macro'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { personName } from '@/shared/person-name'
import { sessionTime } from '@/shared/wall-time'

import { type Batch, type ClassSession, instructorsQuery } from './api'
import { ReasonField } from './cancel-session'
import { ConflictList } from './conflict-list'
import { EmailsField } from './emails-field'
import { ScheduleWarnings } from './schedule-warnings'
import { ScopeField } from './scope-field'
import { changeWarningsQuery, type Scope, sessionQuery, useChangeSession } from './sessions-api'
import { useSettled } from './settled'
import { useChangeToast } from './undo-change'

type Props = { batch: Batch; session: ClassSession; onClose: () => void }

/** Hands a session, or its series, to another instructor of the course, or back to that of the batch. */
export function SubstituteSession({ batch, session, onClose }: Props) {
  const [instructor, setInstructor] = useState(session.instructor_id ?? '')
  const [scope, setScope] = useState<Scope>('one')
  const [reason, setReason] = useState('')
  const [emails, setEmails] = useState(true)
  const current = useQuery(sessionQuery(batch.id, session.id))
  const instructors = useQuery(instructorsQuery(batch.course))
  const change = useChangeSession(batch.id, session.id)
  const say = useChangeToast(batch.id)
  const errors = fieldErrors(change.error)
  const tag = current.data?.tag ?? ''
  const body = { instructor_id: instructor, scope, reason: reason.trim() }
  const wanted = useSettled(instructor === (session.instructor_id ?? '') ? undefined : body)
  const warnings = useQuery(changeWarningsQuery(batch.id, session.id, tag, wanted))
  const save = () =>
    change.mutate(
      { ...body, emails, tag },
      {
        onSuccess: (changed) => {
          say(t`Instructor changed.`, changed, emails)
          onClose()
        },
      },
    )
  const own = batch.instructor_details
  const others = (instructors.data ?? []).filter(({ id }) => id !== own?.id)
  const ownName = own ? personName(own.full_name) : ''
  return (
    <FormDialog
      title={t`Change instructor`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['instructor_id', 'reason']}
      submit={t`Save changes`}
      disabled={!current.data || !instructors.data}
    >
      <Text>{sessionTime(session, session.timezone).there}</Text>
      <ConflictList error={change.error} timezone={session.timezone} />
      <NativeSelect
        label={t`Instructor`}
        description={t`A substitute must teach the course and be free then.`}
        data={[
          { value: '', label: own ? t`${ownName} (instructor of the batch)` : t`Not assigned yet` },
          ...others.map(({ id, full_name }) => ({ value: id, label: personName(full_name) })),
        ]}
        value={instructor}
        error={errors.instructor_id ?? instructors.error?.message}
        onChange={({ currentTarget: { value } }) => setInstructor(value)}
      />
      <ScheduleWarnings warnings={warnings.data ?? []} one={scope === 'one'} />
      {session.series_id && <ScopeField value={scope} onChange={setScope} />}
      <ReasonField value={reason} onChange={setReason} error={errors.reason} />
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}
