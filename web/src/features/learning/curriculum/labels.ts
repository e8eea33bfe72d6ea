// tsc reports a missing label when the server's API gets a new value.
import { t } from '@lingui/core/macro'
import {
  IconAppWindow,
  IconBroadcast,
  IconClipboardCheck,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconHelpHexagon,
  IconMovie,
} from '@tabler/icons-react'

import { count, toMinute } from '@/shared/format'

import type { LessonEntry, LessonKind } from './api'

export const kinds: Record<LessonKind, { label: string; icon: typeof IconFile; hint: string }> = {
  text: { label: 'Text', icon: IconFileText, hint: 'Words, images, code and formulas' },
  video: { label: 'Video', icon: IconMovie, hint: 'From the library, or uploaded here' },
  pdf: { label: 'PDF', icon: IconFileTypePdf, hint: 'Read on the page' },
  file: { label: 'File', icon: IconFile, hint: 'To download' },
  embed: { label: 'Embed', icon: IconAppWindow, hint: 'A page of YouTube, Google Docs, GeoGebra…' },
  quiz: { label: 'Quiz', icon: IconHelpHexagon, hint: 'Questions with a score' },
  assignment: { label: 'Assignment', icon: IconClipboardCheck, hint: 'Work that is handed in' },
  live_session: { label: 'Live session', icon: IconBroadcast, hint: 'A meeting at a fixed time' },
}

type Rule = LessonEntry['completion']['rule']

export const ruleLabels: Record<Rule, string> = {
  view: 'When it was opened',
  manual: 'When the learner says so',
  watched: 'When enough of the video was watched',
  submission: 'When work was handed in',
  score: 'When the score is reached',
}

/**
 * The completion rules available for each type of lesson; the server refuses others
 * (internal/learning/outline/rules.go).
 */
export const rulesOf: Record<LessonKind, Rule[]> = {
  video: ['watched', 'view', 'manual'],
  text: ['view', 'manual'],
  pdf: ['view', 'manual'],
  file: ['view', 'manual'],
  embed: ['view', 'manual'],
  quiz: ['score', 'submission'],
  assignment: ['submission', 'score'],
  live_session: ['manual', 'view'],
}

/** When a lesson opens, in a few words; nothing if it opens at once. */
export function releaseText({ release }: LessonEntry, titleOf: (id: string) => string | undefined) {
  const parts = [
    release.at && t`from ${toMinute(release.at)}`,
    release.days_after_enrolment && t`${count(release.days_after_enrolment, 'day')} after enrolling`,
    release.after_lesson && t`after “${titleOf(release.after_lesson) ?? t`another lesson`}”`,
  ].filter(Boolean)
  return parts.length > 0 ? t`Opens ${parts.join(', ')}` : ''
}

/** When a lesson counts as completed, in a few words. */
export function completionText({ completion }: LessonEntry) {
  switch (completion.rule) {
    case 'watched':
      return t`Done at ${completion.watched_share ?? 0}% watched`
    case 'score':
      return t`Done at ${completion.minimum_score ?? 0}%`
    case 'view':
      return t`Done when opened`
    case 'manual':
      return t`Marked done by hand`
    case 'submission':
      return t`Done when handed in`
  }
}
