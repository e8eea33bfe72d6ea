// tsc reports a missing label when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconArticle,
  IconBook,
  IconCertificate,
  IconShieldLock,
  IconSpeakerphone,
  IconTarget,
  IconTool,
  IconUser,
  IconVideo,
} from '@tabler/icons-react'

import type { Group } from './api'

/** The groups of notifications, each with its heading and icon. */
export const groups: Record<Group, { label: MessageDescriptor; icon: typeof IconBook }> = {
  security: { label: msg`Security`, icon: IconShieldLock },
  account: { label: msg`Your account`, icon: IconUser },
  announcements: { label: msg`Announcements`, icon: IconSpeakerphone },
  courses: { label: msg`Courses`, icon: IconBook },
  goals: { label: msg`Goals`, icon: IconTarget },
  certificates: { label: msg`Certificates`, icon: IconCertificate },
  videos: { label: msg`Videos`, icon: IconVideo },
  blog: { label: msg`Blog`, icon: IconArticle },
  administration: { label: msg`Administration`, icon: IconTool },
}
