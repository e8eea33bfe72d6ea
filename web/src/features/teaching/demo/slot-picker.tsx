import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { QueryView } from '@/shared/query-view'
import { timeZones } from '@/shared/time-zones'

import { daysQuery, type FreeSlot, slotsQuery } from './api'
import styles from './demo.module.css'
import { MonthGrid } from './month-grid'
import { dayInWords, dayOf, fullTime, monthOf, timeIn } from './zoned'

type Props = {
  timezone: string
  onTimezone: (timezone: string) => void
  /** The form, '' until the server has opened one. */
  holdId: string
  /** The chosen slot, '' for none. */
  value: string
  onChange: (slot: string, holdId: string) => void
}

/** A month with its free days, and the free times of the chosen one, in the visitor's time zone. */
export function SlotPicker({ timezone, onTimezone, holdId, value, onChange }: Props) {
  const today = dayOf(new Date(), timezone)
  const [month, setMonth] = useState(today.slice(0, 7))
  const [day, setDay] = useState('')
  const { days } = monthOf(month)
  const [first = ''] = days
  const free = useQuery(daysQuery(first, days.length, timezone)).data
  const counts = free && new Map(free.days.map((one) => [one.date, one.free]))
  // The times of the first free day can be read at once.
  const shown = day || free?.days.find((one) => one.free > 0)?.date
  return (
    <Stack>
      <NativeSelect
        label={t`Time zone`}
        data={timeZones(timezone)}
        value={timezone}
        onChange={(event) => onTimezone(event.currentTarget.value)}
        maw={360}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <MonthGrid
          month={month}
          onMonth={(next) => {
            setMonth(next)
            setDay('')
          }}
          first={today.slice(0, 7)}
          free={counts}
          value={shown ?? ''}
          onChange={setDay}
        />
        <div>
          {shown ? (
            <DaySlots day={shown} timezone={timezone} holdId={holdId} value={value} onChange={onChange} />
          ) : (
            <NoDay isPending={free === undefined} />
          )}
        </div>
      </SimpleGrid>
    </Stack>
  )
}

function NoDay({ isPending }: { isPending: boolean }) {
  if (isPending) return <Skeleton h={192} />
  return (
    <Text c="dimmed" role="status">
      <Trans>No times are free in this month. Try the next one.</Trans>
    </Text>
  )
}

type DayProps = Omit<Props, 'onTimezone'> & { day: string }

function DaySlots({ day, timezone, holdId, value, onChange }: DayProps) {
  const slots = useQuery(slotsQuery(day, timezone, holdId))
  return (
    <QueryView
      query={slots}
      skeleton={<Skeleton h={192} />}
      isEmpty={(found) => found.slots.length === 0}
      empty={
        <Text c="dimmed" role="status">
          <Trans>No times are left on this day. Choose another day.</Trans>
        </Text>
      }
    >
      {(found) => (
        <fieldset className={styles.times}>
          <legend>{dayInWords(day)}</legend>
          <div className={styles.slots}>
            {found.slots.map((slot) => (
              <SlotRadio
                key={slot.datetime}
                slot={slot}
                timezone={timezone}
                chosen={slot.datetime === value}
                onChoose={() => onChange(slot.datetime, holdId || found.holdId)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </QueryView>
  )
}

type SlotProps = { slot: FreeSlot; timezone: string; chosen: boolean; onChoose: () => void }

function SlotRadio({ slot, timezone, chosen, onChoose }: SlotProps) {
  return (
    <label className={styles.slot}>
      <input
        type="radio"
        name="slot"
        checked={chosen}
        onChange={onChoose}
        aria-label={fullTime(slot.datetime, timezone)}
      />
      {timeIn(slot.datetime, timezone)}
    </label>
  )
}
