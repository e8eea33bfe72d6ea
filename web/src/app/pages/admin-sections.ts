import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAddressBook,
  IconArticle,
  IconBeach,
  IconBooks,
  IconBuilding,
  IconCalendarDollar,
  IconCalendarUser,
  IconCertificate,
  IconChartBar,
  IconDiscount,
  IconDoor,
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
  type TablerIcon,
} from '@tabler/icons-react'

import type { Operation } from '@/features/people/account/api'

import type { FileRouteTypes } from '../route-tree.gen'

type Section = { to: FileRouteTypes['to']; label: MessageDescriptor; icon: TablerIcon; needs: Operation }
export type AdminGroup = { label?: MessageDescriptor; sections: readonly Section[] }

/** The sections of the administration in their groups, in order, each with the operation that a user must be allowed. */
export const adminGroups: readonly AdminGroup[] = [
  {
    sections: [{ to: '/admin', label: msg`Overview`, icon: IconHome, needs: 'GET /auth/locked-accounts' }],
  },
  {
    label: msg`People`,
    sections: [
      { to: '/admin/users', label: msg`Users`, icon: IconUsers, needs: 'GET /users' },
      { to: '/admin/invitations', label: msg`Invitations`, icon: IconMailPlus, needs: 'GET /auth/invitations' },
      {
        to: '/admin/applications',
        label: msg`Applications`,
        icon: IconUserQuestion,
        needs: 'GET /auth/role-applications',
      },
      { to: '/admin/lockouts', label: msg`Lockouts`, icon: IconLock, needs: 'GET /auth/locked-accounts' },
      {
        to: '/admin/security',
        label: msg`Sign-in security`,
        icon: IconShieldLock,
        needs: 'GET /auth/two-factor-policy',
      },
      { to: '/admin/security-log', label: msg`Security log`, icon: IconShieldCheck, needs: 'GET /security-log' },
    ],
  },
  {
    label: msg`Sales`,
    sections: [
      { to: '/admin/leads', label: msg`Leads`, icon: IconAddressBook, needs: 'GET /contacts' },
      { to: '/admin/orders', label: msg`Orders`, icon: IconReceipt, needs: 'GET /payments/admin' },
      {
        to: '/admin/instalments',
        label: msg`Instalments`,
        icon: IconCalendarDollar,
        needs: 'GET /payments/admin/plans',
      },
      {
        to: '/admin/payments',
        label: msg`Payment statistics`,
        icon: IconChartBar,
        needs: 'GET /payments/admin/stats',
      },
      { to: '/admin/coupons', label: msg`Coupons`, icon: IconDiscount, needs: 'GET /payments/coupons' },
      { to: '/admin/companies', label: msg`Companies`, icon: IconBuilding, needs: 'GET /corporate' },
      { to: '/admin/newsletter', label: msg`Newsletter`, icon: IconMailbox, needs: 'GET /newsletter/campaigns' },
    ],
  },
  {
    label: msg`Teaching`,
    sections: [
      { to: '/admin/catalogue', label: msg`Catalogue`, icon: IconBooks, needs: 'PUT /courses/category' },
      {
        to: '/admin/announcements',
        label: msg`Announcements`,
        icon: IconSpeakerphone,
        needs: 'PUT /announcements/bulk-status',
      },
      {
        to: '/admin/demos',
        label: msg`Demo classes`,
        icon: IconCalendarUser,
        needs: 'POST /demo-booking/{id}/assign-instructor',
      },
      {
        to: '/admin/certificate-templates',
        label: msg`Certificate templates`,
        icon: IconCertificate,
        needs: 'POST /certificate-templates',
      },
      { to: '/admin/classrooms', label: msg`Classrooms`, icon: IconDoor, needs: 'POST /rooms' },
      { to: '/admin/holidays', label: msg`Holidays`, icon: IconBeach, needs: 'POST /holidays/{calendar}/import' },
      {
        to: '/admin/meetings',
        label: msg`Meeting servers`,
        icon: IconVideo,
        needs: 'GET /meeting-servers/{name}/status',
      },
    ],
  },
  {
    label: msg`Feedback`,
    sections: [
      { to: '/admin/complaints', label: msg`Complaints`, icon: IconMessageReport, needs: 'GET /complaints/admin' },
      { to: '/admin/feedback', label: msg`Feedback`, icon: IconMoodSmile, needs: 'GET /feedback' },
      { to: '/admin/reviews', label: msg`Reviews`, icon: IconMessageStar, needs: 'GET /reviews' },
      { to: '/admin/comments', label: msg`Comments`, icon: IconMessages, needs: 'GET /blogs/comments' },
    ],
  },
  {
    label: msg`Site and system`,
    sections: [
      { to: '/teach/blog', label: msg`Blog`, icon: IconArticle, needs: 'POST /blogs/{id}/publish' },
      { to: '/admin/settings', label: msg`Settings`, icon: IconSettings, needs: 'GET /settings/school' },
      {
        to: '/admin/terms',
        label: msg`Terms and privacy`,
        icon: IconFileText,
        needs: 'GET /legal-documents/{kind}/draft',
      },
      { to: '/admin/audit', label: msg`Audit log`, icon: IconHistory, needs: 'GET /audit-log' },
      { to: '/admin/mail', label: msg`Emails`, icon: IconMail, needs: 'GET /mails' },
    ],
  },
]
