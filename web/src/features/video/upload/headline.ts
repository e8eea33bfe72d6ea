import { plural, t } from '@lingui/core/macro'

import { timeLeft } from '@/shared/format'
import type { QueueSnapshot } from '@/upload-client'

/** All uploads in one line. */
export function headline({ items }: QueueSnapshot) {
  const moving = items.filter((i) => i.status === 'uploading' || i.status === 'waiting')
  const videos = moving.length
  if (videos > 0) {
    // all share one connection: those that wait take the speed of those that are done
    const speed = sum(moving.map((i) => i.bytesPerSecond))
    if (speed === 0) return plural(videos, { one: 'Uploading # video', other: 'Uploading # videos' })
    const left = timeLeft(sum(moving.map((i) => i.fileSize - i.sentBytes)) / speed)
    return plural(videos, { one: `Uploading # video · ${left}`, other: `Uploading # videos · ${left}` })
  }
  const stopped = items.filter((i) => i.status === 'failed' || i.status === 'needs-file' || i.status === 'paused')
  const uploads = stopped.length
  if (uploads === 0) return t`All uploads are complete`
  return plural(uploads, { one: '# upload needs attention', other: '# uploads need attention' })
}

const sum = (figures: number[]) => figures.reduce((a, b) => a + b, 0)
