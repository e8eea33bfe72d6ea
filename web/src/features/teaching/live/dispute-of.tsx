import { AnswerDispute } from '@/shared/answer-dispute'

import { type AttendanceRow, useAnswerDispute } from './api'

/** What a learner says against their attendance of a session, and the answer of an instructor. */
export function DisputeOf({ sessionId, row }: { sessionId: string; row: AttendanceRow }) {
  const send = useAnswerDispute(sessionId, row.user_id)
  return (
    <AnswerDispute name={row.full_name} dispute={row.dispute} seconds={row.seconds} stays={row.intervals} send={send} />
  )
}
