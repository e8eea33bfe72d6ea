import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

type Lock = Schema<'Lock'>

export const reasons: Record<Lock['reason'], MessageDescriptor> = {
  failed_login_attempts: msg`Failed sign-ins`,
  password_change_attempts: msg`Failed password changes`,
  admin_lock: msg`Locked by an administrator`,
}

export const risks: Record<Lock['risk'], { label: MessageDescriptor; color: string }> = {
  low: { label: msg`Low risk`, color: 'gray' },
  medium: { label: msg`Medium risk`, color: 'evergreen' },
  high: { label: msg`High risk`, color: 'apricot' },
  critical: { label: msg`Critical risk`, color: 'red' },
}
