import type { Schema } from '@/api/client'

type Lock = Schema<'Lock'>

export const reasons: Record<Lock['reason'], string> = {
  failed_login_attempts: 'Wrong passwords or codes at sign-in',
  password_change_attempts: 'Wrong passwords at a password change',
  admin_lock: 'Locked by an administrator',
}

export const risks: Record<Lock['risk'], { label: string; color: string }> = {
  low: { label: 'Low risk', color: 'gray' },
  medium: { label: 'Medium risk', color: 'evergreen' },
  high: { label: 'High risk', color: 'apricot' },
  critical: { label: 'Critical risk', color: 'red' },
}
