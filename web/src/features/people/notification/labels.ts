// A value that the Go program learns is missing here until it has a label: tsc says so.
import { IconBook, IconShieldLock, IconTool, IconUser, IconVideo } from '@tabler/icons-react'

import type { Group } from './api'

/** The groups of news, each with its heading and a sign. */
export const groups: Record<Group, { label: string; icon: typeof IconBook }> = {
  security: { label: 'Security', icon: IconShieldLock },
  account: { label: 'Your account', icon: IconUser },
  courses: { label: 'Courses', icon: IconBook },
  videos: { label: 'Videos', icon: IconVideo },
  administration: { label: 'Administration', icon: IconTool },
}
