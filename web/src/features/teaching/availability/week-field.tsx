import { t } from '@lingui/core/macro'
import { Box, Fieldset, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { type Hours, weekdayName, weekdays } from './values'
import { WindowsField } from './windows-field'

/** The hours of each weekday. */
export function WeekField({ form }: { form: UseFormReturnType<Hours> }) {
  const { hours } = form.values
  return (
    <Fieldset legend={t`Weekly hours`} p="sm" miw={0}>
      {weekdays.map((weekday) => {
        const day = weekdayName(weekday)
        return (
          <Group key={weekday} align="flex-start" py="xs" gap="md">
            <Text fw={600} w={110} pt={8}>
              {day}
            </Text>
            <Box flex={1} miw={220}>
              <WindowsField
                day={day}
                windows={hours.filter((window) => window.weekday === weekday)}
                error={textOf(form.errors[`hours[${weekday}]`])}
                onChange={(windows) =>
                  form.setFieldValue('hours', [
                    ...hours.filter((window) => window.weekday < weekday),
                    ...windows.map((window) => ({ ...window, weekday })),
                    ...hours.filter((window) => window.weekday > weekday),
                  ])
                }
              />
            </Box>
          </Group>
        )
      })}
    </Fieldset>
  )
}

export const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)
