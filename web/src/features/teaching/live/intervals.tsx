import { t } from '@lingui/core/macro'
import { List } from '@mantine/core'

import { toTime } from '@/shared/format'

import type { AttendanceRow } from './api'
import { sourceLabels } from './labels'

/** When a learner was in a session, with how that is known. */
export const Intervals = ({ of }: { of: AttendanceRow }) =>
  of.intervals.length > 0 && (
    <List size="sm" listStyleType="none">
      {of.intervals.map(({ source, joined_at, left_at }) => (
        <List.Item key={source + joined_at}>
          {toTime(joined_at)}
          {left_at && `–${toTime(left_at)}`} · {t(sourceLabels[source])}
        </List.Item>
      ))}
    </List>
  )
