import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { ApiError } from '@/api/client'
import { useSaving } from '@/shared/outbox/use-saving'

import { type AssignmentOverview, assignmentQuery, type SubmissionDraft, saveDraft } from './api'

const pause = 1000 // milliseconds after the last edit
const refusals = [400, 404, 409, 413, 422] // statuses for which retrying is pointless

/** A draft that is saved to the server as the user types. Each edit has a higher sequence than all before. */
export function useDraft({ lesson_id: lessonId, submission }: AssignmentOverview, owner: string | undefined) {
  const client = useQueryClient()
  const [draft, setDraft] = useState({
    text: submission.draft_text,
    format: submission.draft_format,
    link: submission.draft_link,
  })
  const last = useRef(submission.draft_sequence)
  const saving = useSaving<SubmissionDraft>(owner, {
    pause,
    save: async ([newest]) => newest && saveDraft(lessonId, newest),
    toEntry: (body) => ({ kind: 'draft', lessonId, draft: body }),
    isRefusal: (error) => error instanceof ApiError && refusals.includes(error.status),
  })

  const numbered = (next: typeof draft) => {
    last.current = Math.max(last.current + 1, Date.now())
    return { ...next, sequence: last.current }
  }
  function change(next: typeof draft) {
    setDraft(next)
    const body = numbered(next)
    // A user who returns to the page before the server has responded finds their text.
    client.setQueryData(assignmentQuery(lessonId).queryKey, (was) => was && holding(was, body))
    saving.change('draft', body)
  }
  return { ...saving, draft, change, newest: () => numbered(draft) }
}

const holding = (
  was: AssignmentOverview,
  { text = '', format = 'plain', link = '', sequence }: SubmissionDraft,
): AssignmentOverview => ({
  ...was,
  submission: { ...was.submission, draft_text: text, draft_format: format, draft_link: link, draft_sequence: sequence },
})
