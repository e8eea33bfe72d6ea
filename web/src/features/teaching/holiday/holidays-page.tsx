import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { toDay } from '@/shared/format'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { AddHoliday } from './add-holiday'
import { calendarsQuery, type Holiday, holidaysQuery, useSaveHolidays } from './api'
import { ImportDialog } from './import-dialog'
import { NewCalendar } from './new-calendar'

type Props = { calendar: string; onCalendar: (calendar: string) => void }

const school = 'school'

/** The days without sessions, which administrators keep: one calendar for the school, and others for regions. */
export function HolidaysPage({ calendar, onCalendar }: Props) {
  const calendars = useQuery(calendarsQuery())
  const [open, setOpen] = useState<'import' | 'calendar'>()
  return (
    <>
      <PageHead
        title={t`Holidays`}
        lead={t`Days without sessions. New schedules leave them out; sessions that are planned stay.`}
      >
        <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={() => setOpen('import')}>
          <Trans>Import holidays</Trans>
        </Button>
      </PageHead>
      <QueryView query={calendars} skeleton={<Skeleton h={60} mb="md" />}>
        {(found) => (
          <Group align="flex-end" mb="md">
            <NativeSelect
              label={t`Calendar`}
              value={calendar}
              data={[
                ...found.map(({ calendar: name, ahead }) => ({ value: name, label: labelOf(name, ahead) })),
                ...(found.some((one) => one.calendar === calendar) ? [] : [{ value: calendar, label: calendar }]),
              ]}
              onChange={(event) => onCalendar(event.currentTarget.value)}
            />
            <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setOpen('calendar')}>
              <Trans>New calendar</Trans>
            </Button>
          </Group>
        )}
      </QueryView>
      <Holidays key={calendar} calendar={calendar} />
      {open === 'import' && <ImportDialog calendar={calendar} onClose={() => setOpen(undefined)} />}
      {open === 'calendar' && <NewCalendar onClose={() => setOpen(undefined)} onCalendar={onCalendar} />}
    </>
  )
}

function labelOf(name: string, ahead: number) {
  const calendar = name === school ? t`School` : name
  return plural(ahead, { one: `${calendar} (# holiday ahead)`, other: `${calendar} (# holidays ahead)` })
}

const today = () => new Date().toISOString().slice(0, 10)

function Holidays({ calendar }: { calendar: string }) {
  const query = useQuery(holidaysQuery(calendar))
  const save = useSaveHolidays(calendar)
  const [past, setPast] = useState(false)
  return (
    <QueryView query={query} skeleton={<Rows height={52} />}>
      {({ value: { holidays }, tag }) => {
        const shown = holidays.filter(({ date }) => past || date >= today())
        const put = (next: Holiday[], done: string, then?: () => void) =>
          save.mutate(
            { holidays: next, tag },
            {
              onSuccess: () => {
                toast(done)
                then?.()
              },
            },
          )
        return (
          <Stack>
            {save.error && <Failure error={save.error} />}
            <AddHoliday
              pending={save.isPending}
              taken={holidays.map(({ date }) => date)}
              onAdd={(holiday, then) => put([...holidays, holiday], t`Holiday added.`, then)}
            />
            {holidays.some(({ date }) => date < today()) && (
              <Checkbox
                label={t`Show past holidays`}
                checked={past}
                onChange={(event) => setPast(event.currentTarget.checked)}
              />
            )}
            {shown.length === 0 ? (
              <Empty title={t`No holidays ahead`}>
                <Trans>Add a day, or import a calendar file.</Trans>
              </Empty>
            ) : (
              <Table
                rows={shown}
                pending={save.isPending}
                onRemove={({ date }) =>
                  put(
                    holidays.filter((one) => one.date !== date),
                    t`Holiday removed.`,
                  )
                }
              />
            )}
          </Stack>
        )
      }}
    </QueryView>
  )
}

type TableProps = { rows: Holiday[]; pending: boolean; onRemove: (holiday: Holiday) => void }

function Table({ rows, pending, onRemove }: TableProps) {
  return (
    <DataTable
      label={t`Holidays`}
      rows={rows}
      idOf={({ date }) => date}
      columns={[
        { id: 'date', label: t`Day`, place: 'lead', cell: ({ date }) => <Text fw={600}>{toDay(date)}</Text> },
        { id: 'name', label: t`Name`, cell: ({ name }) => name },
        {
          id: 'actions',
          label: t`Actions`,
          place: 'end',
          cell: (holiday) => {
            const day = toDay(holiday.date)
            return (
              <Button
                variant="default"
                size="xs"
                h={36}
                disabled={pending}
                aria-label={t`Remove ${day}`}
                onClick={() => onRemove(holiday)}
              >
                <Trans>Remove</Trans>
              </Button>
            )
          },
        },
      ]}
    />
  )
}
