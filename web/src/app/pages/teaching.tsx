import { useQuery } from '@tanstack/react-query'

import { TaughtPage } from '@/features/learning/course/taught-page'
import { waitingQuery } from '@/features/learning/teachinghome/api'
import { NeedsAttention } from '@/features/learning/teachinghome/needs-attention'

/** Where instructors start: what needs attention, and their courses. */
export function TeachingRoute() {
  const { isPending } = useQuery(waitingQuery())
  return <TaughtPage attention={isPending ? undefined : <NeedsAttention />} />
}
