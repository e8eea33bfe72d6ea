import { plural, t } from '@lingui/core/macro'
import { Checkbox, Fieldset, NumberInput, SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { dated, list } from '@/shared/format'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'
import { ZoneField } from '@/shared/zone-field'

import { type Availability, useSaveHours } from './api'
import { OverridesField } from './overrides-field'
import { type Hours, hoursOf, inWords, weekdayName, weekdays } from './values'
import { WeekField } from './week-field'

const numbers = () =>
  [
    { name: 'slot_minutes', label: t`Length (minutes)`, min: 15, max: 180 },
    { name: 'step_minutes', label: t`Time between starts (minutes)`, min: 5, max: 240 },
    { name: 'buffer_before_minutes', label: t`Break before (minutes)`, min: 0, max: 120 },
    { name: 'buffer_after_minutes', label: t`Break after (minutes)`, min: 0, max: 120 },
    { name: 'notice_minutes', label: t`Notice (minutes)`, min: 120, max: 20_160 },
    { name: 'ahead_days', label: t`Days ahead`, min: 1, max: 365 },
    { name: 'daily_cap', label: t`Limit per day`, min: 1, max: 48 },
  ] as const

const fields = (): VersionedField<Hours>[] => [
  { name: 'takes_demos', label: t`Demo classes`, text: (v) => (v.takes_demos ? t`on` : t`off`) },
  { name: 'timezone', label: t`Time zone`, text: (v) => v.timezone },
  ...weekdays.map((weekday) => ({
    name: `hours[${weekday}]`,
    label: weekdayName(weekday),
    text: (v: Hours) => inWords(v.hours.filter((window) => window.weekday === weekday)),
  })),
  {
    name: 'overrides',
    label: t`Hours on specific dates`,
    text: (v) => list(v.overrides.map(({ date, windows }) => `${dated(date)}: ${inWords(windows)}`)),
  },
  ...numbers().map(({ name, label }) => ({ name, label, text: (v: Hours) => String(v[name]) })),
]

/** When visitors can book demo classes with an instructor. */
export function HoursForm({ availability, tag }: { availability: Availability; tag: string }) {
  return (
    <VersionedForm
      label={t`Hours for demo classes`}
      action={t`Save hours`}
      conflict={t`Another user changed these hours`}
      fields={fields()}
      current={hoursOf(availability)}
      tag={tag}
      save={useSaveHours(availability)}
      onSaved={({ warnings }) =>
        toast(
          warnings.length > 0
            ? plural(warnings.length, {
                one: 'Hours saved. # booking outside of them stays.',
                other: 'Hours saved. # bookings outside of them stay.',
              })
            : t`Hours saved.`,
        )
      }
    >
      {(form) => (
        <>
          <Checkbox
            label={t`Visitors can book demo classes`}
            {...form.getInputProps('takes_demos', { type: 'checkbox' })}
          />
          <ZoneField maw={360} {...form.getInputProps('timezone')} />
          <WeekField form={form} />
          <OverridesField form={form} />
          <Rules form={form} />
        </>
      )}
    </VersionedForm>
  )
}

function Rules({ form }: { form: UseFormReturnType<Hours> }) {
  return (
    <Fieldset legend={t`Demo classes`}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {numbers().map(({ name, ...rest }) => (
          <NumberInput key={name} {...rest} allowDecimal={false} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}
