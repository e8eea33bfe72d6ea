import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { instant } from '@/shared/format'
import type { LessonEditorProps } from '@/shared/lesson-editor'
import { here, timeZones } from '@/shared/time-zones'
import { sessionOf } from '../content'

/** A live session: its wall-clock time and zone, its duration, and the link for joining. */
export function LiveEditor({ content, onChange, errors }: LessonEditorProps) {
  const stored = sessionOf(content)
  const localTime = stored.startsAt && instant(stored.startsAt)
  const [form, setForm] = useState({ ...stored, zone: stored.zone || here(), minutes: stored.minutes || 60 })
  const change = (patch: Partial<typeof form>) => {
    const next = { ...form, ...patch }
    setForm(next)
    if (!next.date || !next.start || !next.zone || (next.join && !/^https:\/\/.+/.test(next.join))) return // incomplete
    onChange({
      date: next.date,
      start_time: next.start,
      duration_minutes: next.minutes,
      timezone: next.zone,
      ...(next.join && { join_url: next.join }),
    })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-start" gap="sm">
        <TextInput
          type="date"
          label={t`Date`}
          value={form.date}
          onChange={(event) => change({ date: event.currentTarget.value })}
          error={errors['content.date']}
        />
        <TextInput
          type="time"
          label={t`Start time`}
          value={form.start}
          onChange={(event) => change({ start: event.currentTarget.value })}
          error={errors['content.start_time']}
        />
        <NumberInput
          label={t`Duration`}
          suffix={` ${t`min`}`}
          min={30}
          max={480}
          step={15}
          w={120}
          value={form.minutes}
          onChange={(minutes) => Number(minutes) > 0 && change({ minutes: Number(minutes) })}
          error={errors['content.duration_minutes']}
        />
        <Select
          label={t`Time zone`}
          searchable
          allowDeselect={false}
          data={timeZones(form.zone)}
          value={form.zone}
          onChange={(zone) => zone && change({ zone })}
          error={errors['content.timezone']}
        />
      </Group>
      <TextInput
        type="url"
        label={t`Meeting link`}
        placeholder="https://"
        value={form.join}
        onChange={(event) => change({ join: event.currentTarget.value })}
        error={
          errors['content.join_url'] ??
          (form.join && !form.join.startsWith('https://') && t`Enter a link that begins with https://`)
        }
      />
      {localTime && (
        <Text size="sm" c="dimmed">
          <Trans>In your time zone: {localTime}</Trans>
        </Text>
      )}
    </Stack>
  )
}
