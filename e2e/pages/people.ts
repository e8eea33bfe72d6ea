// Pages of accounts, their settings and their administration.
import type { Page } from '@playwright/test'

import type { Schema } from '../api'
import type { ApiAs } from '../fixtures'
import type { AppPage } from './app-page'

export const people: AppPage[] = [
  { name: 'sign in', open: (page) => page.goto('/sign-in') },
  { name: 'register', open: (page) => page.goto('/register') },
  { name: 'forgotten password', open: (page) => page.goto('/forgot-password') },
  ...(
    [
      'complete-registration',
      'confirm-email',
      'undo-email',
      'verify-email',
      'reset-password',
      'unlock',
      'join',
    ] as const
  ).map((path) => ({ name: `${path} without a link`, open: (page: Page) => page.goto(`/${path}`) })),
  { name: 'unsubscribe without a link', open: (page) => page.goto('/unsubscribe') },
  { name: 'notifications', as: 'student', open: (page) => page.goto('/notifications') },
  { name: 'notification settings', as: 'admin', open: (page) => page.goto('/settings/notifications') },
  { name: 'own profile', as: 'student', open: (page) => page.goto('/settings/profile') },
  { name: 'settings, their start', as: 'student', open: (page) => page.goto('/settings') },
  { name: 'page for another role', as: 'student', open: (page) => page.goto('/admin') },
  { name: 'own sign-in security', as: 'student', open: (page) => page.goto('/settings/security') },
  { name: 'own data', as: 'student', open: (page) => page.goto('/settings/data') },
  { name: 'own applications', as: 'student', open: (page) => page.goto('/applications') },
  { name: 'administration', as: 'admin', open: (page) => page.goto('/admin') },
  { name: 'import of users', as: 'admin', open: (page) => page.goto('/admin/users/import') },
  { name: 'bulk changes of users', as: 'admin', open: (page) => page.goto('/admin/users/bulk') },
  { name: 'users', as: 'admin', open: (page) => page.goto('/admin/users') },
  ...(['overview', 'edit', 'roles', 'sessions', 'activity', 'security', 'enrolments'] as const).map((tab) => ({
    name: `${tab} of a user`,
    as: 'admin' as const,
    open: (page: Page, api: ApiAs) => openUser(page, api, tab),
  })),
  { name: 'invitations', as: 'admin', open: (page) => page.goto('/admin/invitations') },
  { name: 'applications', as: 'admin', open: (page) => page.goto('/admin/applications') },
  { name: 'sign-in security of the school', as: 'admin', open: (page) => page.goto('/admin/security') },
  { name: 'lockouts', as: 'admin', open: (page) => page.goto('/admin/lockouts') },
  { name: 'audit log', as: 'admin', open: (page) => page.goto('/admin/audit') },
  { name: 'security log', as: 'admin', open: (page) => page.goto('/admin/security-log') },
  { name: 'mail', as: 'admin', open: (page) => page.goto('/admin/mail') },
  { name: 'setup of what has been set up', open: (page) => page.goto('/setup') },
  { name: 'connecting accounts without one', as: 'student', open: (page) => page.goto('/oauth/link') },
  { name: 'sign-in that a provider has refused', open: (page) => page.goto('/oauth/callback/x?error=access_denied') },
  ...(['school', 'accounts', 'website', 'sales'] as const).map((tab) => ({
    name: `${tab} settings`,
    as: 'admin' as const,
    open: (page: Page) => page.goto(`/admin/settings?tab=${tab}`),
  })),
]

async function openUser(page: Page, api: ApiAs, tab: string) {
  const [user] = await (await api('admin')).get<Schema<'UserRow'>[]>('/users?search=mina')
  await page.goto(`/admin/users/${user?.id}?tab=${tab}`)
}
