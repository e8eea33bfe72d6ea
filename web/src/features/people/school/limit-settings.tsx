import { t } from '@lingui/core/macro'
import { limitGroup } from './api'
import { LinesField } from './lines-field'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = {
  sign_in_failures: 'Wrong passwords in five minutes',
  sign_ups: 'Registrations in an hour',
  emails: 'Emails requested in an hour',
  dead_links: 'Invalid links opened in an hour',
  trusted_networks: 'Networks without these limits',
}

const descriptions = {
  sign_in_failures: '50 to 100,000. Right passwords never count.',
  sign_ups: '10 to 100,000.',
  emails: '10 to 100,000: links to choose a password, to confirm an address.',
  dead_links: '20 to 10,000 of each kind.',
}

const names = ['sign_in_failures', 'sign_ups', 'emails', 'dead_links'] as const

/** What one network address may do. */
export function LimitSettings() {
  return (
    <SettingsSection
      group={limitGroup}
      title={t`Limits`}
      lead={t`What one network address may do, which a whole school may share. Every account is protected besides by its own locks.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <NumberFields names={names} labels={labels} descriptions={descriptions} form={form} fixed={fixed} />
          <LinesField
            label={labels.trusted_networks}
            description={t`The school's own, one on each line: 192.0.2.0/24, or a single address.`}
            placeholder="192.0.2.0/24"
            value={form.values.trusted_networks}
            onChange={(networks) => form.setFieldValue('trusted_networks', networks)}
            error={form.errors.trusted_networks}
            readOnly={fixed('trusted_networks')}
          />
        </>
      )}
    </SettingsSection>
  )
}
