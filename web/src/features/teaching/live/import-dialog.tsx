import { useQuery } from '@tanstack/react-query'

import { ImportParticipants } from '@/shared/import-participants'

import { type GridLearner, unmatchedQuery, useAssign, useImportAttendance } from './grid-api'

type Props = { sessionId: string; learners: GridLearner[]; onClose: () => void }

/** Takes the list of participants that a meeting provider has of a session. */
export const ImportDialog = ({ sessionId, learners, onClose }: Props) => (
  <ImportParticipants
    preview={useImportAttendance(sessionId, true)}
    commit={useImportAttendance(sessionId, false)}
    unmatched={useQuery(unmatchedQuery(sessionId))}
    assign={useAssign(sessionId)}
    learners={learners}
    onClose={onClose}
  />
)
