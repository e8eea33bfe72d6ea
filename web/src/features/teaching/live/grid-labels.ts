import type { MessageDescriptor } from '@lingui/core'
import { attendanceLabels } from '@/shared/attendance'
import type { GridStatus } from './grid-api'

type Shown = Exclude<GridStatus, 'not_expected'>

export const gridLabels: Record<Shown, MessageDescriptor> = attendanceLabels

/** How a status is written in a cell; its name is the cell's label. */
export const gridSigns: Record<Shown, string> = {
  pending: '…',
  joined: '✓',
  present: '✓',
  late: 'L',
  left_early: '‹',
  partial: '½',
  absent: 'A',
  excused: 'E',
  made_up: '↻',
}

export const gridColors: Record<Shown, string> = {
  pending: 'none',
  joined: 'good',
  present: 'good',
  late: 'fair',
  left_early: 'fair',
  partial: 'fair',
  absent: 'bad',
  excused: 'none',
  made_up: 'good',
}
