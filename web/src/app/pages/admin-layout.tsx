import { t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { Fragment } from 'react'

import { useAccount } from '@/features/people/account/api'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { useCurrentInView } from '@/shared/use-current-in-view'

import { type AdminGroup, adminGroups } from './admin-sections'
import classes from './settings.module.css'

/** The layout of all administration pages, with links to the others. */
export function AdminLayout() {
  const account = useAccount()
  if (!account) return null // still loading
  const shown = adminGroups
    .map((group) => ({ ...group, sections: group.sections.filter(({ needs }) => account.operations.includes(needs)) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <Container size={1320} className={classes.layout}>
      <Groups shown={shown} />
      <div>
        <ReauthenticationProvider>
          <Outlet />
        </ReauthenticationProvider>
      </div>
    </Container>
  )
}

function Groups({ shown }: { shown: AdminGroup[] }) {
  const nav = useCurrentInView('nearest')
  return (
    <nav ref={nav} aria-label={t`Administration`} className={classes.sections}>
      {shown.map(({ label, sections }) => (
        <Fragment key={sections[0]?.to}>
          {label && <p className={classes.group}>{t(label)}</p>}
          {sections.map(({ to, label: name, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={`${classes.section} ${classes.low}`}
              activeOptions={{ exact: to === '/admin', includeSearch: false }}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              <span>{t(name)}</span>
            </Link>
          ))}
        </Fragment>
      ))}
    </nav>
  )
}
