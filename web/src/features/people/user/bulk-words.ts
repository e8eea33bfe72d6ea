import { t } from '@lingui/core/macro'
import type { Schema } from '@/api/client'
import { count } from '@/shared/format'
import { isRole, roleNames } from '@/shared/roles'

import { fromQuery } from './filters'

/** An action, as it is asked for and as a job reports it, where the role of other actions is empty. */
export type BulkAction = { action: Schema<'BulkChange'>['action']; role?: string }

const nameOf = (role: string | undefined) => (isRole(role) ? t(roleNames[role]) : '')

export const isSevere = ({ action }: BulkAction) => ['delete', 'deactivate', 'require_new_password'].includes(action)

export function titleOf({ action, role }: BulkAction) {
  switch (action) {
    case 'activate':
      return t`Switch users on`
    case 'deactivate':
      return t`Switch users off`
    case 'add_role':
      return t`Give the role ${nameOf(role)}`
    case 'remove_role':
      return t`Take the role ${nameOf(role)}`
    case 'require_new_password':
      return t`Require a new password`
    case 'end_sessions':
      return t`Sign users out`
    case 'delete':
      return t`Delete users`
  }
}

const verbs: Record<BulkAction['action'], string> = {
  activate: 'Switch on',
  deactivate: 'Switch off',
  add_role: 'Give it to',
  remove_role: 'Take it from',
  require_new_password: 'Require it of',
  end_sessions: 'Sign out',
  delete: 'Delete',
}
export const verbOf = ({ action }: BulkAction) => verbs[action]

/** What follows for users, where the title does not say it. */
export function consequences({ action }: BulkAction, gradeMonths: number) {
  if (action === 'delete') {
    const grades =
      gradeMonths > 0 ? t`grades stay for ${count(gradeMonths, 'month')} without a name` : t`with all grades`
    return `They are signed out at once. For 30 days an administrator can give their accounts back; then they are erased (${grades}).`
  }
  if (action === 'require_new_password')
    return t`They are signed out at once and can no longer use their password. An email tells each how to choose another one.`
  if (action === 'end_sessions') return t`They are signed out on all devices and can sign in again.`
  return undefined
}

const labels: Record<string, string> = {
  search: 'search',
  role: 'role',
  status: 'state',
  locked: 'locked out',
  verified: 'email confirmed',
  created_from: 'joined from',
  created_to: 'joined until',
  seen_from: 'seen from',
  seen_to: 'seen until',
}

/** A filter in words: `role: student, state: active`. */
export function filterInWords(query: string) {
  const { sort: _, ...filters } = query === '*' ? {} : fromQuery(query)
  const parts = Object.entries(filters).map(([name, value]) => `${labels[name] ?? name}: ${value}`)
  return parts.join(', ') || 'everybody'
}
