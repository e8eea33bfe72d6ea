import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { sessionTime } from '@/shared/wall-time'

import type { Batch, ClassSession } from './api'
import { ClassroomField } from './classroom-field'
import { ConflictList } from './conflict-list'
import { EmailsField } from './emails-field'
import { ScopeField } from './scope-field'
import { type Scope, sessionQuery, useChangeSession } from './sessions-api'
import { useChangeToast } from './undo-change'

type Props = { batch: Batch; session: ClassSession; onClose: () => void }

/** Puts a session, or its series, into another classroom, or into none. */
export function ChangeClassroom({ batch, session, onClose }: Props) {
  const [room, setRoom] = useState(session.room_id ?? '')
  const [scope, setScope] = useState<Scope>('one')
  const [emails, setEmails] = useState(true)
  const current = useQuery(sessionQuery(batch.id, session.id))
  const change = useChangeSession(batch.id, session.id)
  const say = useChangeToast(batch.id)
  const save = () =>
    change.mutate(
      { room_id: room, scope, emails, tag: current.data?.tag ?? '' },
      {
        onSuccess: (changed) => {
          say(t`Classroom changed.`, changed, emails)
          onClose()
        },
      },
    )
  const choose = (id: string) => {
    setRoom(id)
    change.reset()
  }
  return (
    <FormDialog
      title={t`Change classroom`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['room_id']}
      submit={t`Save changes`}
      disabled={!current.data}
    >
      <Text>{sessionTime(session, session.timezone).there}</Text>
      <ConflictList error={change.error} timezone={session.timezone} onRoom={choose} />
      <ClassroomField
        learners={batch.capacity}
        value={room}
        error={fieldErrors(change.error).room_id}
        onChange={({ currentTarget: { value } }) => setRoom(value)}
      />
      {session.series_id && <ScopeField value={scope} onChange={setScope} />}
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}
