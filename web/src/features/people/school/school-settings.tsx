import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'

import { timeZones } from '@/shared/time-zones'

import { schoolGroup } from './api'
import { SettingsSection } from './settings-section'

const labels = { name: 'Name', support_email: 'Support address', time_zone: 'Time zone' }

/** Whose site this is. */
export function SchoolSettings() {
  return (
    <SettingsSection
      group={schoolGroup}
      title={t`School`}
      lead={t`Whose site this is, on every page and in every email.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <TextInput label={labels.name} readOnly={fixed('name')} {...form.getInputProps('name')} />
          <TextInput
            label={labels.support_email}
            description={t`Shown to everyone who needs help. Replies to emails go there.`}
            type="email"
            autoComplete="off"
            readOnly={fixed('support_email')}
            {...form.getInputProps('support_email')}
          />
          <NativeSelect
            label={labels.time_zone}
            description={t`For users who have chosen none, and for new schedules.`}
            data={timeZones(form.values.time_zone)}
            disabled={fixed('time_zone')}
            {...form.getInputProps('time_zone')}
          />
        </>
      )}
    </SettingsSection>
  )
}
