import { t } from '@lingui/core/macro'
import { retentionGroup } from './api'
import { NumberFields } from './number-fields'
import { SettingsSection } from './settings-section'

const labels = { grade_months: 'Months for which grades of a deleted account are kept' }

const descriptions = {
  grade_months:
    '0 to 120; with 0 they are deleted with the account. A shorter time also applies to what is kept already, a longer one does not.',
}

const names = ['grade_months'] as const

/** What is kept of erased accounts. */
export function RetentionSettings() {
  return (
    <SettingsSection
      group={retentionGroup}
      title={t`Deleted accounts`}
      lead={t`Grades and submissions can be kept without a name, so that the figures of a course stay right: scores, results and days, never answers, texts, files or comments. In a very small course, people may still guess whose they are.`}
      labels={labels}
    >
      {(fields) => <NumberFields names={names} labels={labels} descriptions={descriptions} {...fields} />}
    </SettingsSection>
  )
}
