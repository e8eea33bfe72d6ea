import { t } from '@lingui/core/macro'
import { count, timeLeft } from '@/shared/format'
import type { QueueSnapshot } from '@/upload-client'

/** All uploads in one line. */
export function headline({ items }: QueueSnapshot) {
  const moving = items.filter((i) => i.status === 'uploading' || i.status === 'waiting')
  if (moving.length > 0) {
    // all share one connection: those that wait take the speed of those that are done
    const speed = sum(moving.map((i) => i.bytesPerSecond))
    const rest = sum(moving.map((i) => i.fileSize - i.sentBytes))
    return t`Uploading ${count(moving.length, 'video')}${speed > 0 ? ` · ${timeLeft(rest / speed)}` : ''}`
  }
  const stopped = items.filter((i) => i.status === 'failed' || i.status === 'needs-file' || i.status === 'paused')
  return stopped.length > 0 ? t`${count(stopped.length, 'upload')} waiting for you` : t`All uploads are done`
}

const sum = (figures: number[]) => figures.reduce((a, b) => a + b, 0)
