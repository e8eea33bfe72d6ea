import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { OnlineMeeting } from './api'

/** What a meeting is called; a Q&A session often has no title of its own. */
export const titleOf = ({ kind, title, course_title }: Pick<OnlineMeeting, 'kind' | 'title' | 'course_title'>) =>
  kind === 'doubt' ? t`Q&A: ${title || course_title}` : title

export const stateLabels: Record<OnlineMeeting['state'], MessageDescriptor> = {
  upcoming: msg({ message: 'Planned', context: 'meeting' }),
  open: msg({ message: 'Open', context: 'meeting' }),
  over: msg({ message: 'Over', context: 'meeting' }),
  cancelled: msg({ message: 'Cancelled', context: 'meeting' }),
}

export const stateColors: Record<OnlineMeeting['state'], string> = {
  upcoming: 'gray',
  open: 'evergreen',
  over: 'gray',
  cancelled: 'red',
}

/** Names of meeting servers, which are the same in all languages. */
export const serverNames: Record<string, string> = { bigbluebutton: 'BigBlueButton', jitsi: 'Jitsi', zoom: 'Zoom' }
