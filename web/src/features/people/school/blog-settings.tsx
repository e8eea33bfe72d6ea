import { msg, t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

import { blogGroup } from './api'
import { LinesField } from './lines-field'
import { SettingsSection } from './settings-section'

const labels = {
  comments: msg`Comments on posts`,
  blocked_terms: msg`Blocked words and phrases`,
}

const modes = [
  { value: 'first_approved', label: msg`The first comment of a user needs approval` },
  { value: 'all_approved', label: msg`All comments need approval` },
  { value: 'open', label: msg`All comments are published at once` },
  { value: 'closed', label: msg`No comments` },
]

/** How posts of the blog take comments. */
export function BlogSettings() {
  return (
    <SettingsSection
      group={blogGroup}
      title={t`Blog`}
      lead={t`Each post can have its own rule for comments. Comments that look like spam always need approval.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <Radio.Group label={t(labels.comments)} {...form.getInputProps('comments')}>
            <Stack gap="xs" mt="xs">
              {modes.map(({ value, label }) => (
                <Radio key={value} value={value} label={t(label)} disabled={fixed('comments')} />
              ))}
            </Stack>
          </Radio.Group>
          <LinesField
            label={t(labels.blocked_terms)}
            description={t`One per line. A comment that contains one needs approval.`}
            placeholder={t`casino`}
            value={form.values.blocked_terms}
            onChange={(terms) => form.setFieldValue('blocked_terms', terms)}
            error={form.errors.blocked_terms}
            readOnly={fixed('blocked_terms')}
          />
        </>
      )}
    </SettingsSection>
  )
}
