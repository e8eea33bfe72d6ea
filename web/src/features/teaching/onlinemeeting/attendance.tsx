import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { AttendanceBadge, attendanceLabels, Stays } from '@/shared/attendance'
import { type Column, DataTable } from '@/shared/data-table'
import { spent } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type Attendee, attendanceQuery, useExportAttendance, useMark } from './api'
import { DisputeOf } from './disputes'
import { ImportButton } from './import-dialog'

/** What an instructor can set. */
const markable = ['present', 'late', 'left_early', 'partial', 'absent', 'excused'] as const

/** Who attended a meeting, for those who may change it, who can correct it. */
export function Attendance({ meetingId, invited }: { meetingId: string; invited: number }) {
  const [page, setPage] = useState(1)
  const attendance = useQuery(attendanceQuery(meetingId, page))
  const save = useExportAttendance(meetingId)
  const unmatched = attendance.data?.value.unmatched ?? 0
  return (
    <section aria-labelledby="attendance">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h3" id="attendance">
            <Trans>Attendance</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            {plural(invited, { one: '# learner is invited', other: '# learners are invited' })}
          </Text>
        </div>
        <Group gap="xs">
          {attendance.data?.value.can_edit && <ImportButton meetingId={meetingId} />}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            <Trans>Export CSV</Trans>
          </Button>
        </Group>
      </Group>
      {unmatched > 0 && (
        <Text size="sm" mb="sm">
          {plural(unmatched, {
            one: '# person in imported lists is to be assigned to a learner',
            other: '# people in imported lists are to be assigned to learners',
          })}
        </Text>
      )}
      {save.error && <Failure error={save.error} />}
      <QueryView query={attendance} skeleton={<Rows />}>
        {({ value, tag }) => (
          <>
            <People meetingId={meetingId} people={value.people} canEdit={value.can_edit} tag={tag} />
            <Group mt="sm" gap="xs">
              {page > 1 && (
                <Button variant="default" onClick={() => setPage(page - 1)}>
                  <Trans>Previous learners</Trans>
                </Button>
              )}
              {value.has_more && (
                <Button variant="default" onClick={() => setPage(page + 1)}>
                  <Trans>Next learners</Trans>
                </Button>
              )}
            </Group>
          </>
        )}
      </QueryView>
    </section>
  )
}

type PeopleProps = { meetingId: string; people: Attendee[]; canEdit: boolean; tag: string }

function People({ meetingId, people, canEdit, tag }: PeopleProps) {
  const mark = useMark(meetingId, tag)
  const columns: Column<Attendee>[] = [
    { id: 'name', label: t`Name`, place: 'lead', cell: ({ full_name }) => full_name },
    {
      id: 'stays',
      label: t`When they were there`,
      cell: ({ stays }) => (stays.length > 0 ? <Stays stays={stays} /> : '–'),
    },
    { id: 'time', label: t`Time in meeting`, cell: ({ seconds }) => (seconds > 0 ? spent(seconds) : '–') },
    { id: 'status', label: t`Status`, cell: (person) => <Status meetingId={meetingId} person={person} /> },
  ]
  if (canEdit) {
    columns.push({
      id: 'mark',
      label: t`Set status`,
      place: 'wide',
      cell: (person) => (
        <Mark
          person={person}
          onMark={(status) => mark.mutate({ user_id: person.user_id, status, note: person.note })}
        />
      ),
    })
  }
  return (
    <>
      {mark.error && <Failure error={mark.error} />}
      <DataTable label={t`Attendance`} columns={columns} rows={people} idOf={({ user_id }) => user_id} />
    </>
  )
}

function Status({ meetingId, person }: { meetingId: string; person: Attendee }) {
  const { status, is_marked, note } = person
  return (
    <>
      <AttendanceBadge status={status} />
      {is_marked && (
        <Text size="xs" c="dimmed" mt={2}>
          {note || t`Set by an instructor`}
        </Text>
      )}
      <DisputeOf meetingId={meetingId} person={person} />
    </>
  )
}

const isKnown = (computed: Attendee['computed']) => computed !== 'pending' && computed !== 'unknown'

type MarkProps = { person: Attendee; onMark: (status: (typeof markable)[number] | 'computed') => void }

function Mark({ person: { full_name: name, status, is_marked, computed }, onMark }: MarkProps) {
  const found = t(attendanceLabels[computed])
  return (
    <NativeSelect
      aria-label={t`Attendance of ${name}`}
      radius="xl"
      value={is_marked ? status : 'computed'}
      data={[
        { value: 'computed', label: isKnown(computed) ? t`As recorded (${found})` : t`As recorded` },
        ...markable.map((value) => ({ value, label: t(attendanceLabels[value]) })),
      ]}
      onChange={({ currentTarget: { value } }) => onMark(markable.find((m) => m === value) ?? 'computed')}
    />
  )
}
