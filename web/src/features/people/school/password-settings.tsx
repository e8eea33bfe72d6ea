import { msg, t } from '@lingui/core/macro'

import { passwordGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = {
  min_length: msg`Minimum password length`,
  lock_after: msg`Failed attempts before a lock`,
  longest_lock: msg`Longest lock in minutes`,
}

const descriptions = {
  min_length: msg`10 to 64 characters. Existing passwords stay valid.`,
  lock_after: msg`3 to 10. The first lock lasts 1 minute, the next ones 5 and 10.`,
  longest_lock: msg`30 to 1,440. Applies to every lock after the third.`,
}

const names = ['min_length', 'lock_after', 'longest_lock'] as const

/** The rules of passwords and of lockouts. */
export function PasswordSettings() {
  return (
    <SettingsSection
      group={passwordGroup}
      title={t`Passwords and lockouts`}
      lead={t`Passwords that are easy to guess are refused, even long ones.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
