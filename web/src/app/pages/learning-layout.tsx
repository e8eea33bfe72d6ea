import { msg, t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import {
  IconBooks,
  IconCalendar,
  IconCertificate,
  IconClipboardText,
  IconHome,
  IconNotes,
  IconSpeakerphone,
  IconTarget,
} from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'

import { PageNav } from './page-nav'

const pages = [
  { to: '/app', label: msg`Home`, icon: IconHome },
  { to: '/app/courses', label: msg`My learning`, icon: IconBooks },
  { to: '/calendar', label: msg`Calendar`, icon: IconCalendar },
  { to: '/announcements', label: msg`Announcements`, icon: IconSpeakerphone, IconTarget },
  { to: '/app/assignments', label: msg`Assignments`, icon: IconClipboardText },
  { to: '/app/goals', label: msg`Goals`, icon: IconTarget },
  { to: '/app/certificates', label: msg`Certificates`, icon: IconCertificate },
  { to: '/app/notes', label: msg`My notes`, icon: IconNotes },
] as const

/** Around every page of one's own learning: links to the others, above it. */
export function LearningLayout() {
  return (
    <Container size={1320} pt="sm">
      <PageNav label={t`Your learning`} pages={pages} />
      <Outlet />
    </Container>
  )
}
