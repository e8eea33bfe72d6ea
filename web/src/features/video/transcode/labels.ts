// tsc reports a missing label when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconLoader2, IconUpload } from '@tabler/icons-react'

import type { Video } from './api'

/** The statuses of the spec (section 2), each with a colour and, because not everyone sees colours, an icon. */
export const statuses: Record<Video['status'], { label: MessageDescriptor; color: string; icon: typeof IconClock }> = {
  pending: { label: msg`Waiting`, color: 'gray', icon: IconClock },
  uploading: { label: msg`Uploading`, color: 'blue', icon: IconUpload },
  processing: { label: msg`Processing`, color: 'apricot', icon: IconLoader2 },
  completed: { label: msg`Ready`, color: 'evergreen', icon: IconCircleCheck },
  failed: { label: msg`Failed`, color: 'red', icon: IconAlertTriangle },
  cancelled: { label: msg`Cancelled`, color: 'dark', icon: IconBan },
}

/** `1080p` stays; audio has no height. */
export const renditionLabel = (name: string) => (name === 'audio' ? t`Audio` : name)
