import { plural, t } from '@lingui/core/macro'

import type { PublicationState } from './publication-api'

/** What learners see now and after publishing, in one sentence. */
export function whatLearnersSee({ status, version, lessons, draft }: PublicationState, inCatalogue: boolean): string {
  const then = draft.lessons
  const now = version > 0 ? lessons : 0
  if (status === 'Published') {
    if (!inCatalogue)
      return t`Everyone finds this course in the catalogue; once you publish this, only enrolled learners see it, with ${plural(then, { one: '# lesson', other: '# lessons' })}.`
    if (!draft.changed)
      return t`Everyone finds this course in the catalogue with ${plural(now, { one: '# lesson', other: '# lessons' })}, and nothing has changed since.`
    return t`Learners see ${plural(now, { one: '# lesson', other: '# lessons' })} now; once you publish, they see ${then}.`
  }
  if (version === 0)
    return inCatalogue
      ? t`Learners don't see this course yet; once you publish, everyone finds it in the catalogue with ${plural(then, { one: '# lesson', other: '# lessons' })}.`
      : t`Learners don't see this course yet; once you publish, only enrolled learners see it, with ${plural(then, { one: '# lesson', other: '# lessons' })}.`
  if (inCatalogue)
    return t`Only enrolled learners see this course now, with ${plural(now, { one: '# lesson', other: '# lessons' })}; once you publish, everyone finds it in the catalogue with ${then}.`
  return draft.changed
    ? t`Only enrolled learners see this course, with ${plural(now, { one: '# lesson', other: '# lessons' })} now; once you publish, they see ${then}.`
    : t`Only enrolled learners see this course, with ${plural(now, { one: '# lesson', other: '# lessons' })}, and nothing has changed since.`
}

/** How the lessons of the draft differ from those that learners have. */
export function lessonChanges({ version, draft: { added, edited, removed } }: PublicationState): string | undefined {
  if (version === 0 || added + edited + removed === 0) return undefined
  return t`${plural(added, { one: '# lesson added', other: '# lessons added' })}, ${edited} changed, ${removed} removed`
}
