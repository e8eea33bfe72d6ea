import { TaughtPage } from '@/features/learning/course/taught-page'
import { NeedsAttention } from '@/features/learning/teachinghome/needs-attention'

/** Where instructors start: what needs attention, and their courses. */
export function TeachingRoute() {
  return <TaughtPage attention={<NeedsAttention />} />
}
