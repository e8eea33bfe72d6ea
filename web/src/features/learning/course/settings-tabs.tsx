import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { useCurrentInView } from '@/shared/use-current-in-view'

import type { Course } from './api'
import type { EditorValues } from './editor-values'
import classes from './settings-tabs.module.css'

export const settingsTabs = ['details', 'page', 'pricing', 'access', 'team', 'schedule'] as const
export type SettingsTab = (typeof settingsTabs)[number]

const labels: Record<SettingsTab, MessageDescriptor> = {
  details: msg`Details`,
  page: msg`Cover and page`,
  pricing: msg`Pricing`,
  access: msg`Access`,
  team: msg`Team`,
  schedule: msg`Schedule`,
}

/** The tabs for a course of this format: self-paced courses have no prices and no times. */
export const tabsFor = ({ course_type }: Pick<Course, 'course_type'>): SettingsTab[] =>
  settingsTabs.filter((tab) => course_type !== 'free' || (tab !== 'pricing' && tab !== 'schedule'))

const places: Record<keyof EditorValues, SettingsTab> = {
  title: 'details',
  category: 'details',
  course_type: 'details',
  level: 'details',
  language: 'details',
  summary: 'details',
  summary_format: 'details',
  description: 'details',
  description_format: 'details',
  is_certification: 'page',
  is_assignments: 'page',
  is_projects: 'page',
  is_quizzes: 'page',
  min_hours_per_week: 'page',
  max_hours_per_week: 'page',
  no_of_sessions: 'page',
  outcomes: 'page',
  prerequisites: 'page',
  audience: 'page',
  features: 'page',
  tools_technologies: 'page',
  faq: 'page',
  brochure_gated: 'page',
  prices: 'pricing',
  access: 'access',
  instructors: 'team',
  schedule: 'schedule',
  doubt_schedule: 'schedule',
}

/** The tab where a field of the form is. */
export function tabOf(field: string): SettingsTab {
  const found: Record<string, SettingsTab> = places
  return found[field.split('.')[0] ?? ''] ?? 'details'
}

/** Errors by the fields of this form, from those of the server. */
export const fieldsOfServer = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => {
      if (field === 'instructor_ids') return ['instructors', text]
      return [field.startsWith('access_') ? `access.${field}` : field, text]
    }),
  )

type Props = {
  courseId: string
  tabs: SettingsTab[]
  current: SettingsTab
  /** The tabs with a field that has an error. */
  wrong: Set<SettingsTab>
}

export function SettingsTabs({ courseId, tabs, current, wrong }: Props) {
  const nav = useCurrentInView('nearest')
  return (
    <nav ref={nav} aria-label={t`Settings`} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/teach/courses/$courseId/settings"
          params={{ courseId }}
          search={{ tab }}
          replace
          resetScroll={false}
          className={classes.tab}
          activeProps={{ 'aria-current': undefined }}
          {...(tab === current && { 'aria-current': 'page' })}
        >
          {t(labels[tab])}
          {wrong.has(tab) && <IconAlertCircle size={16} role="img" aria-label={t`has errors`} />}
        </Link>
      ))}
    </nav>
  )
}
