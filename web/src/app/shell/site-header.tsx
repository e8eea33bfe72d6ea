import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'

import type { Schema } from '@/api/client'
import { useAccount, useSignedIn } from '@/features/people/account/api'
import { ButtonLink } from '@/shared/link'
import { useSchool } from '@/shared/school'
import { SchoolLogo } from '@/shared/school-logo'

import { landingOf } from '../landing'
import { ColorSchemeToggle } from './color-scheme-toggle'
import { Mark } from './mark'
import { PanelButton, usePanel } from './panel-button'
import classes from './site-header.module.css'

const ImpersonationBanner = lazy(() => import('@/features/people/user/impersonation-banner'))
const SiteSearch = lazy(() => import('./site-search'))
const AccountMenu = lazy(() => import('./account-menu'))
const UnreadLink = lazy(() => import('@/features/teaching/announcement/unread-link'))
const Bell = lazy(() => import('@/features/people/notification/bell'))

type Account = Schema<'Permissions'>

type Entry = {
  to: '/courses' | '/app' | '/teach' | '/company' | '/admin'
  label: MessageDescriptor
  /** Whether a user is offered it; absent for everyone. */
  offered?: (account: Account | undefined) => boolean | undefined
}

const entries: Entry[] = [
  { to: '/courses', label: msg`Catalogue` },
  { to: '/app', label: msg`My learning`, offered: (account) => account !== undefined },
  { to: '/teach', label: msg`Teaching`, offered: (account) => account?.operations.includes('POST /courses/create') },
  { to: '/company', label: msg`Company`, offered: (account) => account?.roles.includes('corporate') },
  {
    to: '/admin',
    label: msg`Administration`,
    offered: (account) => account?.operations.includes('GET /auth/locked-accounts'),
  },
]

export function SiteHeader() {
  const signedIn = useSignedIn()
  const account = useAccount()
  const { name, logo, registration } = useSchool()
  const shown = entries.filter(({ offered }) => !offered || offered(account))

  return (
    <header className={classes.header}>
      <Impersonation />
      <Container size={1320} className={classes.bar} mod={{ 'signed-in': signedIn }}>
        <Link
          to={account ? landingOf(account.roles) : '/'}
          className={classes.home}
          aria-label={name ? t`${name}, home page` : t`Home page`}
        >
          {logo ? (
            <SchoolLogo logo={logo} name={name} height={40} />
          ) : (
            <>
              <Mark />
              <span title={name}>{name}</span>
            </>
          )}
        </Link>
        <nav className={classes.wide} aria-label={t`Main`}>
          <Links entries={shown} />
        </nav>
        <Suspense fallback={<div className={classes.search} />}>
          <SiteSearch />
        </Suspense>
        <Group gap={6} wrap="nowrap">
          <ColorSchemeToggle />
          {signedIn ? (
            <Suspense fallback={null}>
              {account && (
                <>
                  {!account.must_accept_terms && <UnreadLink />}
                  {!account.must_accept_terms && <Bell key={account.user.id} />}
                  <AccountMenu account={account} />
                </>
              )}
            </Suspense>
          ) : (
            <>
              <ButtonLink to="/sign-in" variant="default" h={44}>
                <Trans>Sign in</Trans>
              </ButtonLink>
              {registration !== 'invitation' && (
                <ButtonLink to="/register" h={44} visibleFrom="sm">
                  <Trans>Sign up</Trans>
                </ButtonLink>
              )}
            </>
          )}
          {shown.length > 1 && <PhoneMenu entries={shown} />}
        </Group>
      </Container>
    </header>
  )
}

/** Shown above everything while an administrator impersonates a user; ending it returns to where they started. */
function Impersonation() {
  const account = useAccount()
  const navigate = useNavigate()
  if (!account?.acting) return null
  const { id: userId, full_name } = account.user
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner
        name={full_name}
        readOnly={account.acting.read_only}
        onStopped={() => void navigate({ to: '/admin/users/$userId', params: { userId } })}
      />
    </Suspense>
  )
}

function Links({ entries }: { entries: Entry[] }) {
  return entries.map(({ to, label }) => (
    <Link key={to} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
      {t(label)}
    </Link>
  ))
}

/** The same links in a menu, where there is no room for a row. */
function PhoneMenu({ entries }: { entries: Entry[] }) {
  const panel = useId()
  const { pathname } = useLocation()
  const { open, toggle } = usePanel(pathname)

  return (
    <div className={classes.narrow}>
      <PanelButton label={t`Menu`} open={open} controls={panel} icon={<IconMenu2 size={22} />} onToggle={toggle} />
      <nav id={panel} className={classes.panel} aria-label={t`Main`} hidden={!open}>
        <Links entries={entries} />
      </nav>
    </div>
  )
}
