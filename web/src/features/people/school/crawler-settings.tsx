import { msg, t } from '@lingui/core/macro'
import { Switch } from '@mantine/core'

import { crawlerGroup } from './api'
import { SettingsSection } from './settings-section'

const labels = { no_training: msg`Keep AI training crawlers away` }

/** What crawlers of public pages are asked to leave alone. */
export function CrawlerSettings() {
  return (
    <SettingsSection
      group={crawlerGroup}
      title={t`Crawlers`}
      lead={t`Search engines find your public pages in either case.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <Switch
          label={t(labels.no_training)}
          description={t`The file robots.txt then asks crawlers that collect texts to train language models to stay away. Not every crawler complies.`}
          disabled={fixed('no_training')}
          {...form.getInputProps('no_training', { type: 'checkbox' })}
        />
      )}
    </SettingsSection>
  )
}
