import { useQuery } from '@tanstack/react-query'

import { ImportParticipants } from '@/shared/import-participants'

import { attendanceQuery } from './api'
import { unmatchedQuery, useAssign, useImportAttendance } from './grid-api'

type Props = { sessionId: string; onClose: () => void }

/** Takes the list of participants that a meeting provider has of a session. */
export function ImportDialog({ sessionId, onClose }: Props) {
  const unmatched = useQuery(unmatchedQuery(sessionId))
  const expected = useQuery({ ...attendanceQuery(sessionId), enabled: (unmatched.data?.length ?? 0) > 0 })
  return (
    <ImportParticipants
      preview={useImportAttendance(sessionId, true)}
      commit={useImportAttendance(sessionId, false)}
      unmatched={unmatched}
      assign={useAssign(sessionId)}
      learners={expected.data?.value.rows ?? []}
      onClose={onClose}
    />
  )
}
