import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { dated } from '@/shared/format'

import type { CourseStudent, EnhancedCourse } from './api'

type Forecast = Schema<'CourseForecast'>

/** When a learner will complete a course, or why there is no estimate. */
export function forecastText({ finishesOn, reason, lessonsPerWeek }: Forecast) {
  if (finishesOn) {
    const day = dated(finishesOn)
    return plural(lessonsPerWeek, {
      one: `Estimated finish ${day}, at # lesson a week`,
      other: `Estimated finish ${day}, at # lessons a week`,
    })
  }
  switch (reason) {
    case 'completed':
      return t`Course completed`
    case 'nothing_required':
      return t`This course has no required lessons`
    case 'not_started':
      return t`An estimate appears after the first lessons`
    case 'stopped':
      return t`No lesson completed in the last 4 weeks`
    case 'too_little':
      return t`An estimate appears after lessons on 2 days`
    default:
      return ''
  }
}

export const statusLabels: Record<Schema<'LessonStanding'>['status'], MessageDescriptor> = {
  not_started: msg`Not started`,
  in_progress: msg`In progress`,
  completed: msg`Completed`,
  paused: msg({ message: 'Paused', context: 'status of a lesson' }),
  failed: msg({ message: 'Failed', context: 'status of a lesson' }),
  skipped: msg`Skipped`,
}

/** Why a learner may not complete the course; empty for one who is not at risk. */
export function riskText({ riskReason }: Pick<CourseStudent, 'riskReason'>) {
  switch (riskReason) {
    case 'not_started':
      return t`Not started`
    case 'inactive':
      return t`Inactive for 2 weeks`
    case 'failed':
      return t`Failed a lesson`
    default:
      return ''
  }
}

/** The link with which a learner starts, continues or opens a course. */
export function wayOn({ status, startedAt, title }: EnhancedCourse) {
  if (status === 'completed') return { text: t`Open`, label: t`Open ${title}` }
  return startedAt ? { text: t`Continue`, label: t`Continue ${title}` } : { text: t`Start`, label: t`Start ${title}` }
}
