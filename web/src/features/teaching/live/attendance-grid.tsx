import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'

import { dated, percent } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { AttendanceEvidence } from './attendance-evidence'
import classes from './attendance-grid.module.css'
import { type AttendanceGrid as Grid, type GridStatus, gridQuery, useExportAttendance, useGridMark } from './grid-api'
import { gridColors, gridLabels, gridSigns } from './grid-labels'
import { ImportDialog } from './import-dialog'

/** The keys that mark the chosen cell. */
const marks = { p: 'present', l: 'late', a: 'absent', e: 'excused', Backspace: 'computed' } as const

/** The attendance of a batch: its learners by its sessions, for its instructors. */
export default function AttendanceGrid({ batchId }: { batchId: string }) {
  const [before, setBefore] = useState('')
  const [page, setPage] = useState(1)
  const grid = useQuery(gridQuery(batchId, before, page))
  const save = useExportAttendance(batchId)
  return (
    <section aria-labelledby="batch-attendance">
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3" id="batch-attendance">
          <Trans>Attendance</Trans>
        </Title>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      {save.error && <Failure error={save.error} />}
      <QueryView
        query={grid}
        skeleton={<Rows />}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>Attendance appears here after the first session.</Trans>
          </Text>
        }
      >
        {(shown) => (
          <>
            <Table key={before + page} batchId={batchId} before={before} page={page} grid={shown} />
            <Group mt="sm" gap="xs">
              {shown.has_older && (
                <Button variant="default" onClick={() => setBefore(shown.sessions[0]?.date ?? '')}>
                  <Trans>Earlier sessions</Trans>
                </Button>
              )}
              {before && (
                <Button variant="default" onClick={() => setBefore('')}>
                  <Trans>Latest sessions</Trans>
                </Button>
              )}
              {page > 1 && (
                <Button variant="default" onClick={() => setPage(page - 1)}>
                  <Trans>Previous learners</Trans>
                </Button>
              )}
              {shown.has_more && (
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

type TableProps = { batchId: string; before: string; page: number; grid: Grid }
type Place = { row: number; column: number }

function Table({ batchId, before, page, grid }: TableProps) {
  const { sessions, learners } = grid
  const mark = useGridMark(batchId, before, page)
  const [chosen, setChosen] = useState<Place>({ row: 0, column: sessions.length - 1 })
  const [opened, setOpened] = useState<Place>()
  const [importing, setImporting] = useState<string>()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = neighbour(event.key, chosen, grid)
    const status = event.ctrlKey || event.metaKey || event.altKey ? undefined : markOf(event.key)
    const [session, learner] = [sessions[chosen.column], learners[chosen.row]]
    if (place) {
      event.preventDefault()
      setChosen(place)
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${place.row} ${place.column}"]`)?.focus()
    } else if (status && session?.can_edit && learner?.cells[chosen.column]?.status !== 'not_expected' && learner) {
      event.preventDefault()
      mark.mutate({ session: session.id, user: learner.user_id, status })
    }
  }
  return (
    <>
      {mark.error && <Failure error={mark.error} />}
      <Legend />
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved between with the arrow keys */}
        <table className={classes.table} role="grid" aria-label={t`Attendance`} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col" className={classes.lead}>
                <Trans>Name</Trans>
              </th>
              <th scope="col">
                <Trans>Rate</Trans>
              </th>
              {sessions.map((s) => (
                <SessionHead key={s.id} session={s} onImport={() => setImporting(s.id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {learners.map((l, row) => (
              <tr key={l.user_id}>
                <th scope="row" className={classes.lead}>
                  {l.full_name}
                </th>
                <td className={classes.rate}>{l.attendance_rate === null ? '–' : percent(l.attendance_rate)}</td>
                {l.cells.map((cell, column) => (
                  <CellButton
                    key={sessions[column]?.id}
                    name={`${row} ${column}`}
                    label={`${l.full_name}, ${dated(sessions[column]?.date ?? '')}`}
                    cell={cell}
                    isChosen={row === chosen.row && column === chosen.column}
                    onChoose={() => setChosen({ row, column })}
                    onOpen={() => setOpened({ row, column })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Opened grid={grid} place={opened} mark={mark.mutate} onClose={() => setOpened(undefined)} />
      {importing && <ImportDialog sessionId={importing} onClose={() => setImporting(undefined)} />}
    </>
  )
}

type OpenedProps = {
  grid: Grid
  place: Place | undefined
  mark: ReturnType<typeof useGridMark>['mutate']
  onClose: () => void
}

/** What is behind an opened cell. */
function Opened({ grid: { sessions, learners }, place, mark, onClose }: OpenedProps) {
  const session = place && sessions[place.column]
  const learner = place && learners[place.row]
  if (!session || !learner) return null
  return (
    <AttendanceEvidence
      session={session}
      learner={learner}
      onMark={(status, note) => mark({ session: session.id, user: learner.user_id, status, note })}
      onClose={onClose}
    />
  )
}

const markOf = (key: string) => Object.entries(marks).find(([name]) => name === key)?.[1]

/** The cell that an arrow key leads to, if there is one. */
function neighbour(key: string, { row, column }: Place, { sessions, learners }: Grid): Place | undefined {
  const moved = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: sessions.length - 1 },
  }[key]
  return moved && moved.row in learners && moved.column in sessions ? moved : undefined
}

type CellProps = {
  name: string
  label: string
  cell: { status: GridStatus; is_marked: boolean }
  isChosen: boolean
  onChoose: () => void
  onOpen: () => void
}

function CellButton({ name, label, cell: { status, is_marked }, isChosen, onChoose, onOpen }: CellProps) {
  if (status === 'not_expected') {
    return (
      <td>
        <span className={classes.none} role="img" aria-label={t`${label}: not a member then`} />
      </td>
    )
  }
  const said = t(gridLabels[status])
  return (
    <td>
      <button
        type="button"
        className={classes.cell}
        data-cell={name}
        data-color={gridColors[status]}
        data-marked={is_marked || undefined}
        aria-label={`${label}: ${said}`}
        title={said}
        tabIndex={isChosen ? 0 : -1}
        onFocus={onChoose}
        onClick={onOpen}
      >
        {gridSigns[status]}
      </button>
    </td>
  )
}

function SessionHead({ session: s, onImport }: { session: Grid['sessions'][number]; onImport: () => void }) {
  const day = dated(s.date)
  return (
    <th scope="col">
      <div>{day}</div>
      {s.can_edit && (
        <Button variant="subtle" size="compact-xs" aria-label={t`Import participants of ${day}`} onClick={onImport}>
          {s.unmatched > 0 ? <Trans>Assign ({s.unmatched})</Trans> : <Trans>Import</Trans>}
        </Button>
      )}
    </th>
  )
}

const Legend = () => (
  <Text size="sm" c="dimmed" mb="xs" visibleFrom="sm">
    <Trans>
      Arrow keys move between cells. P: present, L: late, A: absent, E: excused, Backspace: as recorded. Enter shows
      what is known.
    </Trans>
  </Text>
)
