import { RecordingsPage } from '@/features/learning/course/recordings-page'
import { useAccount } from '@/features/people/account/api'
import { OwnRecordings } from '@/features/teaching/recording/own-recordings'

/** What the user can watch again: sessions of their batches, and the weeks of their live courses. */
export function RecordingsRoute() {
  const account = useAccount()
  return account && <RecordingsPage sessions={<OwnRecordings userId={account.user.id} />} />
}
