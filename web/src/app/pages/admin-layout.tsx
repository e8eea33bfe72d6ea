import { msg, t } from '@lingui/core/macro'
import { Container } from '@mantine/core'
import {
  IconAddressBook,
  IconArticle,
  IconBeach,
  IconBooks,
  IconBuilding,
  IconCalendarUser,
  IconDiscount,
  IconFileText,
  IconHistory,
  IconHome,
  IconLock,
  IconMail,
  IconMailbox,
  IconMailPlus,
  IconMessageReport,
  IconMessageStar,
  IconMessages,
  IconMoodSmile,
  IconReceipt,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconSpeakerphone,
  IconUserQuestion,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'

import { type Operation, useAccount } from '@/features/people/account/api'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { useCurrentInView } from '@/shared/use-current-in-view'

import classes from './settings.module.css'

/** The sections of the administration, in order, each with the operation that a user must be allowed. */
const sections = [
  { to: '/admin', label: msg`Overview`, icon: IconHome, needs: 'GET /auth/locked-accounts' },
  { to: '/admin/users', label: msg`Users`, icon: IconUsers, needs: 'GET /users' },
  { to: '/admin/invitations', label: msg`Invitations`, icon: IconMailPlus, needs: 'GET /auth/invitations' },
  { to: '/admin/applications', label: msg`Applications`, icon: IconUserQuestion, needs: 'GET /auth/role-applications' },
  { to: '/admin/leads', label: msg`Leads`, icon: IconAddressBook, needs: 'GET /contacts' },
  { to: '/admin/complaints', label: msg`Complaints`, icon: IconMessageReport, needs: 'GET /complaints/admin' },
  { to: '/admin/feedback', label: msg`Feedback`, icon: IconMoodSmile, needs: 'GET /feedback' },
  { to: '/admin/newsletter', label: msg`Newsletter`, icon: IconMailbox, needs: 'GET /newsletter/campaigns' },
  { to: '/admin/orders', label: msg`Orders`, icon: IconReceipt, needs: 'GET /payments/admin' },
  { to: '/admin/coupons', label: msg`Coupons`, icon: IconDiscount, needs: 'GET /payments/coupons' },
  { to: '/admin/companies', label: msg`Companies`, icon: IconBuilding, needs: 'GET /corporate' },
  { to: '/admin/catalogue', label: msg`Catalogue`, icon: IconBooks, needs: 'PUT /courses/category' },
  {
    to: '/admin/announcements',
    label: msg`Announcements`,
    icon: IconSpeakerphone,
    needs: 'PUT /announcements/bulk-status',
  },
  { to: '/teach/blog', label: msg`Blog`, icon: IconArticle, needs: 'POST /blogs/{id}/publish' },
  {
    to: '/admin/holidays',
    label: msg`Holidays`,
    icon: IconBeach,
    needs: 'POST /holidays/{calendar}/import',
  },
  {
    to: '/admin/demos',
    label: msg`Demo classes`,
    icon: IconCalendarUser,
    needs: 'POST /demo-booking/{id}/assign-instructor',
  },
  {
    to: '/admin/meetings',
    label: msg`Meeting servers`,
    icon: IconVideo,
    needs: 'GET /meeting-servers/{name}/status',
  },
  { to: '/admin/reviews', label: msg`Reviews`, icon: IconMessageStar, needs: 'GET /reviews' },
  { to: '/admin/comments', label: msg`Comments`, icon: IconMessages, needs: 'GET /blogs/comments' },
  { to: '/admin/lockouts', label: msg`Lockouts`, icon: IconLock, needs: 'GET /auth/locked-accounts' },
  { to: '/admin/security', label: msg`Sign-in security`, icon: IconShieldLock, needs: 'GET /auth/two-factor-policy' },
  { to: '/admin/settings', label: msg`Settings`, icon: IconSettings, needs: 'GET /settings/school' },
  { to: '/admin/terms', label: msg`Terms and privacy`, icon: IconFileText, needs: 'GET /legal-documents/{kind}/draft' },
  { to: '/admin/audit', label: msg`Audit log`, icon: IconHistory, needs: 'GET /audit-log' },
  { to: '/admin/security-log', label: msg`Security log`, icon: IconShieldCheck, needs: 'GET /security-log' },
  { to: '/admin/mail', label: msg`Emails`, icon: IconMail, needs: 'GET /mails' },
] as const satisfies { needs: Operation; [more: string]: unknown }[]

/** The layout of all administration pages, with links to the others. */
export function AdminLayout() {
  const account = useAccount()
  if (!account) return null // still loading
  const shown = sections.filter(({ needs }) => account.operations.includes(needs))
  return (
    <Container size={1320} className={classes.layout}>
      <Sections shown={shown} />
      <div>
        <ReauthenticationProvider>
          <Outlet />
        </ReauthenticationProvider>
      </div>
    </Container>
  )
}

function Sections({ shown }: { shown: (typeof sections)[number][] }) {
  const nav = useCurrentInView('nearest')
  return (
    <nav ref={nav} aria-label={t`Administration`} className={classes.sections}>
      {shown.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.section}
          activeOptions={{ exact: to === '/admin', includeSearch: false }}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  )
}
