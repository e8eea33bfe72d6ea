import { msg, t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import { IconArchive, IconBell, IconLock, IconReceipt, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'

import { useCurrentInView } from '@/shared/use-current-in-view'

import classes from './settings.module.css'

/** The sections of one's settings, in the order in which they are offered. Each is a page of its own with its own heading. */
const sections = [
  { to: '/settings', label: msg`Overview`, icon: IconSettings },
  { to: '/settings/profile', label: msg`Profile`, icon: IconUserCircle },
  { to: '/settings/security', label: msg`Password and devices`, icon: IconLock },
  { to: '/settings/notifications', label: msg`Notifications`, icon: IconBell },
  { to: '/settings/payments', label: msg`Payments and receipts`, icon: IconReceipt },
  { to: '/settings/data', label: msg`Your data`, icon: IconArchive },
] as const

/** Around every page of one's settings: the way to the others, beside it or, on a phone, above. */
export function SettingsLayout() {
  const nav = useCurrentInView('center')
  return (
    <Container size={1080} className={classes.layout}>
      <nav aria-label={t`Settings`} className={classes.sections} ref={nav}>
        {sections.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={classes.section} activeOptions={{ exact: to === '/settings' }}>
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{t(label)}</span>
          </Link>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </Container>
  )
}
