import { msg, t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'

import { timeZones } from '@/shared/time-zones'

import { schoolGroup } from './api'
import { SettingsSection } from './settings-section'

const labels = { name: msg`Name`, support_email: msg`Support email`, time_zone: msg`Time zone` }

/** Whose site this is. */
export function SchoolSettings() {
  return (
    <SettingsSection
      group={schoolGroup}
      title={t`School`}
      lead={t`Shown on every page and in every email.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <TextInput label={t(labels.name)} readOnly={fixed('name')} {...form.getInputProps('name')} />
          <TextInput
            label={t(labels.support_email)}
            description={t`Shown to users who need help. Replies to emails go there, too.`}
            type="email"
            autoComplete="off"
            readOnly={fixed('support_email')}
            {...form.getInputProps('support_email')}
          />
          <NativeSelect
            label={t(labels.time_zone)}
            description={t`For users who haven't chosen one, and for new schedules.`}
            data={timeZones(form.values.time_zone)}
            disabled={fixed('time_zone')}
            {...form.getInputProps('time_zone')}
          />
        </>
      )}
    </SettingsSection>
  )
}
