import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

import { registrationGroup } from './api'
import { LinesField } from './lines-field'
import { SettingsSection } from './settings-section'

const labels = { mode: 'Who may create an account', domains: 'Domains' }

const modes = [
  { value: 'open', label: 'Everyone' },
  { value: 'domains', label: 'Only people with an email address of these domains' },
  { value: 'invitation', label: 'Nobody without an invitation' },
]

/** Who may create an account. */
export function RegistrationSettings() {
  return (
    <SettingsSection
      group={registrationGroup}
      title={t`Registration`}
      lead={t`Invitations, imports and accounts that administrators create always work.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <Radio.Group label={labels.mode} {...form.getInputProps('mode')}>
            <Stack gap="xs" mt="xs">
              {modes.map((mode) => (
                <Radio key={mode.value} {...mode} disabled={fixed('mode')} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.mode === 'domains' && (
            <LinesField
              label={labels.domains}
              description={t`What stands after the @, one on each line. Subdomains are named separately.`}
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
