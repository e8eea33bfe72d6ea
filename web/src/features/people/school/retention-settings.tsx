import { msg, t } from '@lingui/core/macro'

import { retentionGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = { grade_months: msg`Months to keep the grades of a deleted account` }

const descriptions = {
  grade_months: msg`0 to 120. With 0, grades are deleted with the account. A shorter time also applies to grades that are already kept, a longer one doesn't.`,
}

const names = ['grade_months'] as const

/** What is kept of erased accounts. */
export function RetentionSettings() {
  return (
    <SettingsSection
      group={retentionGroup}
      title={t`Deleted accounts`}
      lead={t`Scores, results and their dates can be kept without a name, so that course statistics stay correct. Answers, texts, files and comments are never kept. In a very small course, people may still guess whose grades they are.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
