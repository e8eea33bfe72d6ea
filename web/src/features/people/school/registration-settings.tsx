import { msg, t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

import { registrationGroup } from './api'
import { LinesField } from './lines-field'
import { SettingsSection } from './settings-section'

const labels = { mode: msg`Who can create an account`, domains: msg`Email domains` }

const modes = [
  { value: 'open', label: msg`Everyone` },
  { value: 'domains', label: msg`Only people with an email address at these domains` },
  { value: 'invitation', label: msg`Only people with an invitation` },
]

/** Who may create an account. */
export function RegistrationSettings() {
  return (
    <SettingsSection
      group={registrationGroup}
      title={t`Registration`}
      lead={t`Invitations, imports and accounts created by administrators always work.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <Radio.Group label={t(labels.mode)} {...form.getInputProps('mode')}>
            <Stack gap="xs" mt="xs">
              {modes.map(({ value, label }) => (
                <Radio key={value} value={value} label={t(label)} disabled={fixed('mode')} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.mode === 'domains' && (
            <LinesField
              label={t(labels.domains)}
              description={t`The part after the @, one per line. List subdomains separately.`}
              placeholder="example.org"
              value={form.values.domains}
              onChange={(domains) => form.setFieldValue('domains', domains)}
              error={form.errors.domains}
              readOnly={fixed('domains')}
            />
          )}
        </>
      )}
    </SettingsSection>
  )
}
