import { t } from '@lingui/core/macro'
import { passwordGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = {
  min_length: 'Characters of a password',
  lock_after: 'Failed attempts before a lock',
  longest_lock: 'Longest lock in minutes',
}

const descriptions = {
  min_length: 'At least, 10 to 64. Passwords chosen before stay valid.',
  lock_after: '3 to 10. The first lock lasts a minute, then 5, then 10.',
  longest_lock: '30 to 1,440. Every lock after the third.',
}

const names = ['min_length', 'lock_after', 'longest_lock'] as const

/** The rules of passwords and of lockouts. */
export function PasswordSettings() {
  return (
    <SettingsSection
      group={passwordGroup}
      title={t`Passwords and lockouts`}
      lead={t`Passwords that are easily guessed are refused whatever their length.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
