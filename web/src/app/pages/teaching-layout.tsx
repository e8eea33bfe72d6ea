import { msg, t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import {
  IconArticle,
  IconBooks,
  IconCalendar,
  IconCalendarUser,
  IconClipboardText,
  IconClockHour4,
  IconSchool,
  IconSpeakerphone,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'

import { PageNav } from './page-nav'

const pages = [
  { to: '/teach', label: msg`Courses`, icon: IconBooks },
  { to: '/teach/batches', label: msg`Batches`, icon: IconUsersGroup },
  { to: '/calendar', label: msg`Calendar`, icon: IconCalendar },
  { to: '/teach/learners', label: msg`Learners`, icon: IconSchool },
  { to: '/teach/to-grade', label: msg`To grade`, icon: IconClipboardText },
  { to: '/teach/demos', label: msg`Demo classes`, icon: IconCalendarUser },
  { to: '/teach/availability', label: msg`Availability`, icon: IconClockHour4 },
  { to: '/teach/videos', label: msg`Videos`, icon: IconVideo },
  { to: '/teach/announcements', label: msg`Announcements`, icon: IconSpeakerphone },
  { to: '/teach/blog', label: msg`Blog`, icon: IconArticle },
] as const

/** Around the pages of instructors about all of their courses: links to the others, above it. */
export function TeachingLayout() {
  // Administrators see what instructors see, but have no hours of their own.
  const teaches = useAccount()?.roles.includes('instructor') ?? false
  return (
    <Container size={1320} pt="sm">
      <PageNav label={t`Teaching`} pages={teaches ? pages : pages.filter(({ to }) => to !== '/teach/availability')} />
      <Outlet />
    </Container>
  )
}
