// tsc reports a missing label when the server's API gets a new value.
import { t } from '@lingui/core/macro'
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconLoader2, IconUpload } from '@tabler/icons-react'

import type { Video } from './api'

/** The statuses of the spec (section 2), each with a colour and, because not everyone sees colours, an icon. */
export const statuses: Record<Video['status'], { label: string; color: string; icon: typeof IconClock }> = {
  pending: { label: 'Pending', color: 'gray', icon: IconClock },
  uploading: { label: 'Uploading', color: 'blue', icon: IconUpload },
  processing: { label: 'Processing', color: 'apricot', icon: IconLoader2 },
  completed: { label: 'Completed', color: 'evergreen', icon: IconCircleCheck },
  failed: { label: 'Failed', color: 'red', icon: IconAlertTriangle },
  cancelled: { label: 'Cancelled', color: 'dark', icon: IconBan },
}

/** `1080p` stays; audio has no height. */
export const renditionLabel = (name: string) => (name === 'audio' ? t`Sound` : name)
