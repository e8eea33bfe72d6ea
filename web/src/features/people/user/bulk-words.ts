import { plural, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { dated } from '@/shared/format'
import { isRole, roleNames } from '@/shared/roles'

import { fromQuery, type UserFilters } from './filters'
import { statusNames } from './labels'

/** An action, as it is asked for and as a job reports it, where the role of other actions is empty. */
export type BulkAction = { action: Schema<'BulkChange'>['action']; role?: string }

export const isSevere = ({ action }: BulkAction) => ['delete', 'deactivate', 'require_new_password'].includes(action)

export function titleOf({ action, role }: BulkAction) {
  const roleName = isRole(role) ? t(roleNames[role]) : ''
  switch (action) {
    case 'activate':
      return t`Reactivate users`
    case 'deactivate':
      return t`Deactivate users`
    case 'add_role':
      return t`Add role “${roleName}”`
    case 'remove_role':
      return t`Remove role “${roleName}”`
    case 'require_new_password':
      return t`Require new password`
    case 'end_sessions':
      return t`Sign users out`
    case 'delete':
      return t`Delete users`
  }
}

/** What the button says that changes so many users. */
export function actionOn({ action }: BulkAction, users: number) {
  switch (action) {
    case 'activate':
      return plural(users, { one: 'Reactivate # user', other: 'Reactivate # users' })
    case 'deactivate':
      return plural(users, { one: 'Deactivate # user', other: 'Deactivate # users' })
    case 'add_role':
      return plural(users, { one: 'Add role to # user', other: 'Add role to # users' })
    case 'remove_role':
      return plural(users, { one: 'Remove role from # user', other: 'Remove role from # users' })
    case 'require_new_password':
      return plural(users, { one: 'Require new password from # user', other: 'Require new passwords from # users' })
    case 'end_sessions':
      return plural(users, { one: 'Sign out # user', other: 'Sign out # users' })
    case 'delete':
      return plural(users, { one: 'Delete # user', other: 'Delete # users' })
  }
}

/** What follows for users, where the title does not say it. */
export function consequences({ action }: BulkAction, gradeMonths: number) {
  if (action === 'delete')
    return gradeMonths > 0
      ? plural(gradeMonths, {
          one: 'They are signed out at once. You can restore their accounts for 30 days; then they are erased. Grades are kept for # month without names.',
          other:
            'They are signed out at once. You can restore their accounts for 30 days; then they are erased. Grades are kept for # months without names.',
        })
      : t`They are signed out at once. You can restore their accounts for 30 days; then they are erased with all grades.`
  if (action === 'require_new_password')
    return t`They are signed out at once and can no longer use their password. An email tells them how to choose a new one.`
  if (action === 'end_sessions') return t`They are signed out on all devices and can sign in again.`
  return undefined
}

/** A filter in words: `Role: Student, Status: Active`. */
export function filterInWords(query: string) {
  const { search, role, status, locked, verified, ...days }: UserFilters = query === '*' ? {} : fromQuery(query)
  const parts: [name: string, value: string | undefined][] = [
    [t`Search`, search],
    [t`Role`, role && t(roleNames[role])],
    [t`Status`, status && t(statusNames[status])],
    [t`Locked`, locked && answer(locked)],
    [t`Email confirmed`, verified && answer(verified)],
    [t`Joined from`, days.created_from && dated(days.created_from)],
    [t`Joined until`, days.created_to && dated(days.created_to)],
    [t`Last seen from`, days.seen_from && dated(days.seen_from)],
    [t`Last seen until (or never)`, days.seen_to && dated(days.seen_to)],
  ]
  const set = parts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return set.join(', ') || t`all users`
}

const answer = (value: 'true' | 'false') => (value === 'true' ? t`yes` : t`no`)
