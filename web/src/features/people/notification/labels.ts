// tsc reports a missing label when the server's API gets a new value.
import { IconBook, IconShieldLock, IconTool, IconUser, IconVideo } from '@tabler/icons-react'

import type { Group } from './api'

/** The groups of notifications, each with its heading and icon. */
export const groups: Record<Group, { label: string; icon: typeof IconBook }> = {
  security: { label: 'Security', icon: IconShieldLock },
  account: { label: 'Your account', icon: IconUser },
  courses: { label: 'Courses', icon: IconBook },
  videos: { label: 'Videos', icon: IconVideo },
  administration: { label: 'Administration', icon: IconTool },
}
