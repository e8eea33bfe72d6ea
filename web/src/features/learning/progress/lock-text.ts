import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { serverText } from '@/api/problem-text'
import { toMinute } from '@/shared/format'

/** Why a lesson does not open; a date is the reader's. */
export function lockText({ reason, text, at }: Schema<'LessonLock'>) {
  if (!at) return serverText(reason, text)
  const when = toMinute(at)
  return reason === 'access_not_begun' ? t`This course opens on ${when}.` : t`Opens on ${when}.`
}
