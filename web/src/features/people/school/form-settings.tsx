import { msg, t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

import { formGroup } from './api'
import { LinesField } from './lines-field'
import { SettingsSection } from './settings-section'

const labels = {
  email_code: msg`Who confirms their email address with a code`,
  blocked: msg`Blocked addresses and domains`,
}

const modes = [
  { value: 'suspicious', label: msg`Visitors who look like bots` },
  { value: 'always', label: msg`Everyone without an account` },
  { value: 'never', label: msg`No one` },
]

/** How forms that are open to everybody are protected against robots. */
export function FormSettings() {
  return (
    <SettingsSection
      group={formGroup}
      title={t`Public forms`}
      lead={t`Protects forms that visitors fill in without an account, such as the booking of demo classes.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <Radio.Group label={t(labels.email_code)} {...form.getInputProps('email_code')}>
            <Stack gap="xs" mt="xs">
              {modes.map(({ value, label }) => (
                <Radio key={value} value={value} label={t(label)} disabled={fixed('email_code')} />
              ))}
            </Stack>
          </Radio.Group>
          <LinesField
            label={t(labels.blocked)}
            description={t`One per line. A domain also blocks its subdomains.`}
            placeholder="example.org"
            value={form.values.blocked}
            onChange={(blocked) => form.setFieldValue('blocked', blocked)}
            error={form.errors.blocked}
            readOnly={fixed('blocked')}
          />
        </>
      )}
    </SettingsSection>
  )
}
