// tsc reports a missing label when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { toMinute } from '@/shared/format'
import { lessonKinds } from '@/shared/lesson-kinds'

import type { LessonEntry, LessonKind } from './api'

type Kind = (typeof lessonKinds)[LessonKind] & {
  /** The title of a lesson just added. */
  newTitle: MessageDescriptor
  hint: MessageDescriptor
}

export const kinds: Record<LessonKind, Kind> = {
  text: {
    ...lessonKinds.text,
    newTitle: msg`New text`,
    hint: msg`Formatted text with images, code and formulas`,
  },
  video: {
    ...lessonKinds.video,
    newTitle: msg`New video`,
    hint: msg`From the library, or a new upload`,
  },
  pdf: {
    ...lessonKinds.pdf,
    newTitle: msg`New PDF`,
    hint: msg`Read on the page`,
  },
  file: {
    ...lessonKinds.file,
    newTitle: msg`New file`,
    hint: msg`For learners to download`,
  },
  embed: {
    ...lessonKinds.embed,
    newTitle: msg`New embed`,
    hint: msg`A page from YouTube, Google Docs, GeoGebra or similar`,
  },
  quiz: {
    ...lessonKinds.quiz,
    newTitle: msg`New quiz`,
    hint: msg`Questions, graded automatically`,
  },
  assignment: {
    ...lessonKinds.assignment,
    newTitle: msg`New assignment`,
    hint: msg`Learners hand in work, and you grade it`,
  },
  live_session: {
    ...lessonKinds.live_session,
    newTitle: msg`New live session`,
    hint: msg`A meeting at a set time`,
  },
}

type Rule = LessonEntry['completion']['rule']

export const ruleLabels: Record<Rule, MessageDescriptor> = {
  view: msg`When opened`,
  manual: msg`When the learner marks it as complete`,
  watched: msg`When enough of the video is watched`,
  submission: msg`When handed in`,
  score: msg`When the minimum score is reached`,
}

/**
 * The completion rules available for each type of lesson; the server refuses others
 * (internal/learning/outline/rules.go).
 */
export const rulesOf: Record<LessonKind, Rule[]> = {
  video: ['watched', 'view', 'manual'],
  text: ['manual', 'view'],
  pdf: ['manual', 'view'],
  file: ['manual', 'view'],
  embed: ['view', 'manual'],
  quiz: ['score', 'submission'],
  assignment: ['submission', 'score'],
  live_session: ['manual', 'view'],
}

/** The conditions under which a lesson opens, each in a few words; none if it opens at once. */
export function releaseTexts({ release }: LessonEntry, titleOf: (id: string) => string | undefined) {
  const texts: string[] = []
  const { at, days_after_enrolment: days, after_lesson: after } = release
  if (at) {
    const time = toMinute(at)
    texts.push(t`Opens ${time}`)
  }
  if (days) texts.push(plural(days, { one: 'Opens # day after enrolment', other: 'Opens # days after enrolment' }))
  if (after) {
    const title = titleOf(after)
    texts.push(title === undefined ? t`Opens after another lesson` : t`Opens after “${title}”`)
  }
  return texts
}

/** When a lesson counts as completed, in a few words. */
export function completionText({ completion }: LessonEntry) {
  switch (completion.rule) {
    case 'watched': {
      const share = completion.watched_share ?? 0
      return t`Completes at ${share}% watched`
    }
    case 'score': {
      const score = completion.minimum_score ?? 0
      return t`Completes at ${score}%`
    }
    case 'view':
      return t`Completes when opened`
    case 'manual':
      return t`Completes when marked as complete`
    case 'submission':
      return t`Completes when handed in`
  }
}
