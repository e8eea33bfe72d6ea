import { msg, t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import { IconBooks, IconHome, IconNotes } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'

import classes from './learning-layout.module.css'

/** The pages of one's own learning, in the order in which they are offered. */
const pages = [
  { to: '/app', label: msg`Home`, icon: IconHome },
  { to: '/app/courses', label: msg`My learning`, icon: IconBooks },
  { to: '/app/notes', label: msg`My notes`, icon: IconNotes },
] as const

/** Around every page of one's own learning: links to the others, above it. */
export function LearningLayout() {
  return (
    <Container size={1320} pt="sm">
      <nav aria-label={t`Your learning`} className={classes.pages}>
        {pages.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={classes.page}
            activeOptions={{ exact: to === '/app', includeSearch: false }}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{t(label)}</span>
          </Link>
        ))}
      </nav>
      <Outlet />
    </Container>
  )
}
