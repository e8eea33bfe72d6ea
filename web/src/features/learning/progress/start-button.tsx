import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'

import { ButtonLink } from '@/shared/link'

import { progressQuery, publishedQuery } from './api'
import { resumeAt } from './lesson-state'

/** Leads to the lesson where an enrolled user starts or resumes; nothing where none is open. */
export function StartButton({ courseId }: { courseId: string }) {
  const curriculum = useQuery(publishedQuery(courseId, true)).data
  const progress = useQuery(progressQuery(courseId))
  const to = curriculum && resumeAt(curriculum, progress.data)
  if (!to || to.lock || progress.isPending) return null
  return (
    <ButtonLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: to.id }} size="md">
      {progress.data?.startedAt ? t`Continue learning` : t`Start learning`}
    </ButtonLink>
  )
}
