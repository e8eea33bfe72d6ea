import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'

import type { Entry } from './api'

export type Kind = Entry['kind']

const kinds: readonly Kind[] = ['session', 'meeting', 'doubt']

const isKind = (kind: string): kind is Kind => kinds.some((k) => k === kind)

/** What of a calendar is shown; absent: everything. */
export type Narrowed = { course?: string; kind?: Kind }

/** The entries of one course or kind. */
export const narrowed = (entries: Entry[], { course, kind }: Narrowed) =>
  entries.filter((entry) => (!course || entry.course_id === course) && (!kind || entry.kind === kind))

type Props = { entries: Entry[]; value: Narrowed; onChange: (value: Narrowed) => void }

/** Fields that narrow a calendar to one of its courses, or to one kind of entries. */
export function Filters({ entries, value, onChange }: Props) {
  const courses = new Map(entries.flatMap((e) => (e.course_id ? [[e.course_id, e.course_title] as const] : [])))
  const { course = '', kind = '' } = value
  if (course && !courses.has(course)) courses.set(course, t`Chosen course`)
  const sorted = [...courses].toSorted(([, a], [, b]) => a.localeCompare(b))
  const put = (chosen: { course: string; kind: string }) =>
    onChange({
      ...(chosen.course && { course: chosen.course }),
      ...(isKind(chosen.kind) && { kind: chosen.kind }),
    })
  return (
    <Group mb="md" gap="sm">
      <NativeSelect
        aria-label={t`Course`}
        value={course}
        maw={280}
        data={[{ value: '', label: t`All courses` }, ...sorted.map(([id, title]) => ({ value: id, label: title }))]}
        onChange={(event) => put({ course: event.currentTarget.value, kind })}
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
        onChange={(event) => put({ course, kind: event.currentTarget.value })}
      />
    </Group>
  )
}
