import { msg, t } from '@lingui/core/macro'

import { limitGroup } from './api'
import { LinesField } from './lines-field'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = {
  sign_in_failures: msg`Wrong passwords per 5 minutes`,
  sign_ups: msg`Registrations per hour`,
  emails: msg`Emails requested per hour`,
  dead_links: msg`Invalid links opened per hour`,
  trusted_networks: msg`Networks without limits`,
}

const descriptions = {
  sign_in_failures: msg`50 to 100,000. Correct passwords don't count.`,
  sign_ups: msg`10 to 100,000.`,
  emails: msg`10 to 100,000. Links to reset a password or confirm an email address.`,
  dead_links: msg`20 to 10,000 for each kind of link.`,
}

const names = ['sign_in_failures', 'sign_ups', 'emails', 'dead_links'] as const

/** What one network address may do. */
export function LimitSettings() {
  return (
    <SettingsSection
      group={limitGroup}
      title={t`Limits`}
      lead={t`Limits for one network address, which a whole school may share. Each account is also protected by its own lock.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <NumberFields names={names} labels={labels} descriptions={descriptions} form={form} fixed={fixed} />
          <LinesField
            label={t(labels.trusted_networks)}
            description={t`Your school's networks, one per line, such as 192.0.2.0/24 or a single address.`}
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
