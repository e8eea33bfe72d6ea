import { useSignedIn } from '@/features/people/account/api'
import { FeedbackPage } from '@/features/site/feedback/feedback-page'

export function FeedbackRoute() {
  return <FeedbackPage isSignedIn={useSignedIn()} />
}
