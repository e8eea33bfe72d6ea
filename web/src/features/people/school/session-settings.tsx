import { msg, t } from '@lingui/core/macro'

import { sessionGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = {
  idle_days: msg`Days of inactivity until a session ends`,
  max_per_user: msg`Sessions per user`,
}

const descriptions = {
  idle_days: msg`1 to 90. A shorter time also applies to open sessions.`,
  max_per_user: msg`1 to 100, or 0 for no limit. A new session then ends the one that has been inactive longest.`,
}

const names = ['idle_days', 'max_per_user'] as const

/** How long and on how many devices users stay signed in. */
export function SessionSettings() {
  return (
    <SettingsSection
      group={sessionGroup}
      title={t({ message: 'Sessions', context: 'of signed-in users' })}
      lead={t`How long users stay signed in, and on how many devices.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
