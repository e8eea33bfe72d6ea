import { t } from '@lingui/core/macro'
import { sessionGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = { idle_days: 'Days without use until a session ends', max_per_user: 'Sessions of one user at a time' }

const descriptions = {
  idle_days: '1 to 90. A shorter time holds for sessions that are open already, too.',
  max_per_user: '1 to 100, or 0 for any number. One more ends the one that was not used for longest.',
}

const names = ['idle_days', 'max_per_user'] as const

/** How long and on how many devices users stay signed in. */
export function SessionSettings() {
  return (
    <SettingsSection
      group={sessionGroup}
      title={t`Sessions`}
      lead={t`How long users stay signed in, and on how many devices.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
