import { t } from '@lingui/core/macro'
import { Group, Select, TextInput } from '@mantine/core'

import type { WallTime } from './read'
import { here, timeZones } from './time-zones'

type Props = { label: string; value: WallTime; onChange: (next: WallTime) => void }

/** A date, a time and a time zone, by default the device's. */
export function WallTimeField({ label, value, onChange }: Props) {
  const zone = value.timezone || here()
  const set = (next: Partial<WallTime>) => onChange({ ...value, timezone: zone, ...next })
  return (
    <Group align="flex-end">
      <TextInput
        type="date"
        label={label}
        value={value.date}
        onChange={(event) => set({ date: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t`Time`}
        value={value.time}
        onChange={(event) => set({ time: event.currentTarget.value })}
      />
      <Select
        label={t`Time zone`}
        searchable
        allowDeselect={false}
        data={timeZones(zone)}
        value={zone}
        onChange={(timezone) => timezone && set({ timezone })}
      />
    </Group>
  )
}
