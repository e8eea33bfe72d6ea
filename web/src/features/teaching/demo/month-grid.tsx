import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

import styles from './demo.module.css'
import { dayInWords, monthAfter, monthOf } from './zoned'

type Props = {
  /** YYYY-MM. */
  month: string
  onMonth: (month: string) => void
  /** The earliest month that can be shown. */
  first: string
  /** How many slots are free, by day; undefined while it loads. */
  free: ReadonlyMap<string, number> | undefined
  value: string
  onChange: (day: string) => void
}

/** A month whose days with free slots are buttons. */
export function MonthGrid({ month, onMonth, first, free, value, onChange }: Props) {
  const { before, days } = monthOf(month)
  const name = i18n.date(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <section aria-label={name} className={styles.month}>
      <Group justify="space-between" mb="xs">
        <ActionIcon
          variant="subtle"
          aria-label={t`Previous month`}
          disabled={month <= first}
          onClick={() => onMonth(monthAfter(month, -1))}
        >
          <IconChevronLeft />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {name}
        </Text>
        <ActionIcon variant="subtle" aria-label={t`Next month`} onClick={() => onMonth(monthAfter(month, 1))}>
          <IconChevronRight />
        </ActionIcon>
      </Group>
      <div className={styles.grid}>
        {weekdays().map((day) => (
          <Text key={day} size="xs" c="dimmed" ta="center" aria-hidden="true">
            {day}
          </Text>
        ))}
        {days.map((day, index) => (
          <DayButton
            key={day}
            day={day}
            column={index === 0 ? before + 1 : undefined}
            free={free?.get(day) ?? 0}
            chosen={day === value}
            onChange={onChange}
          />
        ))}
      </div>
    </section>
  )
}

type DayProps = {
  day: string
  column: number | undefined
  free: number
  chosen: boolean
  onChange: (day: string) => void
}

function DayButton({ day, column, free, chosen, onChange }: DayProps) {
  const words = dayInWords(day)
  const number = Number(day.slice(-2))
  const style = { gridColumnStart: column }
  if (free === 0)
    return (
      <Text component="span" className={styles.day} c="dimmed" style={style}>
        {number}
      </Text>
    )
  const times = plural(free, { one: '# free time', other: '# free times' })
  return (
    <UnstyledButton
      className={styles.day}
      style={style}
      data-free
      aria-pressed={chosen}
      aria-label={`${words}: ${times}`}
      onClick={() => onChange(day)}
    >
      {number}
    </UnstyledButton>
  )
}

// 2024-01-01 was a Monday.
const weekdays = () =>
  Array.from({ length: 7 }, (_, i) =>
    i18n.date(new Date(Date.UTC(2024, 0, 1 + i)), { weekday: 'short', timeZone: 'UTC' }),
  )
