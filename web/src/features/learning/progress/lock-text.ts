import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { toMinute } from '@/shared/format'

import type { Published } from './api'

type Lock = Schema<'LessonLock'>

/** Why a lesson does not open. The server's sentence says more in some cases, but only in English. */
export function lockText(lock: Lock, { lessons }: Published) {
  const when = lock.at && toMinute(lock.at)
  switch (lock.reason) {
    case 'date':
      return when ? t`Opens on ${when}.` : lock.text
    case 'access_not_begun':
      return when ? t`This course opens on ${when}.` : lock.text
    case 'after_lesson': {
      const title = lessons.find(({ id }) => id === lock.lesson_id)?.title
      return title ? t`Complete “${title}” first.` : lock.text
    }
    case 'not_enrolled':
      return t`Enrol in the course to open this lesson.`
    case 'suspended':
      return t`Your enrolment in this course is suspended. Contact your instructor.`
    case 'access_ended':
      return i18n.locale === 'en' ? lock.text : t`Your access to this course has ended.`
    case 'not_admitted':
      return i18n.locale === 'en' ? lock.text : t`You don't have access to this course yet.`
  }
}
