import { t } from '@lingui/core/macro'
import type { Schema } from '@/api/client'
import { count, dated } from '@/shared/format'

import type { CourseStudent } from './api'

type Forecast = Schema<'CourseForecast'>

const reasons: Record<Forecast['reason'], string> = {
  '': '',
  completed: 'Course completed',
  nothing_required: 'No lesson of this course has to be completed',
  not_started: 'A forecast comes with your first lessons',
  stopped: 'No lesson was completed in the last four weeks',
  too_little: 'A forecast comes once lessons were completed on two days',
}

/** When a learner will complete a course, or why there is no forecast. */
export const forecastText = ({ finishesOn, reason, lessonsPerWeek }: Forecast) =>
  finishesOn ? t`Done about ${dated(finishesOn)}, at ${count(lessonsPerWeek, 'lesson')} a week` : reasons[reason]

export const statusLabels: Record<Schema<'LessonStanding'>['status'], string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  paused: 'Paused',
  failed: 'Failed',
  skipped: 'Skipped',
}

export const riskLabels: Record<CourseStudent['riskReason'], string> = {
  '': '',
  not_started: 'Has not started',
  inactive: 'Away for two weeks',
  failed: 'Failed a lesson',
}
