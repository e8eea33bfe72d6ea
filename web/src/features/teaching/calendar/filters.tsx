import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'

import type { Classroom } from '@/shared/classrooms'

import type { Entry } from './api'

export type Kind = Entry['kind']

const kinds: readonly Kind[] = ['session', 'meeting', 'doubt']

const isKind = (kind: string): kind is Kind => kinds.some((k) => k === kind)

/** What of a calendar is shown; absent: everything. */
export type Narrowed = { course?: string; kind?: Kind; room?: string }

/** The entries of one course or kind. */
export const narrowed = (entries: Entry[], { course, kind }: Narrowed) =>
  entries.filter((entry) => (!course || entry.course_id === course) && (!kind || entry.kind === kind))

type Props = {
  entries: Entry[]
  value: Narrowed
  /** The classrooms of the school; none for users to whom they are not shown. */
  rooms: Classroom[]
  onChange: (value: Narrowed) => void
}

/** Fields that narrow a calendar to one of its courses, to one kind of entries, or to a classroom. */
export function Filters({ entries, value, rooms, onChange }: Props) {
  const courses = new Map(entries.flatMap((e) => (e.course_id ? [[e.course_id, e.course_title] as const] : [])))
  const { course = '', kind = '', room = '' } = value
  if (course && !courses.has(course)) courses.set(course, t`Chosen course`)
  const sorted = [...courses].toSorted(([, a], [, b]) => a.localeCompare(b))
  const put = (chosen: { course: string; kind: string; room: string }) =>
    onChange({
      ...(chosen.course && { course: chosen.course }),
      ...(isKind(chosen.kind) && { kind: chosen.kind }),
      ...(chosen.room && { room: chosen.room }),
    })
  return (
    <Group mb="md" gap="sm">
      <NativeSelect
        aria-label={t`Course`}
        value={course}
        maw={280}
        data={[{ value: '', label: t`All courses` }, ...sorted.map(([id, title]) => ({ value: id, label: title }))]}
        onChange={(event) => put({ course: event.currentTarget.value, kind, room })}
      />
      <NativeSelect
        aria-label={t`Kind`}
        value={kind}
        data={[
          { value: '', label: t`All kinds` },
          { value: 'session', label: t`Only sessions` },
          { value: 'meeting', label: t`Only meetings` },
          { value: 'doubt', label: t`Only Q&A sessions` },
        ]}
        onChange={(event) => put({ course, kind: event.currentTarget.value, room })}
      />
      {rooms.length > 0 && (
        <NativeSelect
          aria-label={t`Classroom`}
          value={room}
          data={[{ value: '', label: t`All classrooms` }, ...rooms.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => put({ course, kind, room: event.currentTarget.value })}
        />
      )}
    </Group>
  )
}
