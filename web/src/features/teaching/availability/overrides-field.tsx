import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Fieldset, Group, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'

import { dated } from '@/shared/format'

import type { Hours } from './values'
import { textOf } from './week-field'
import { WindowsField } from './windows-field'

/** Days on which the hours differ from those of the week; without hours they are closed. */
export function OverridesField({ form }: { form: UseFormReturnType<Hours> }) {
  const { overrides } = form.values
  const [date, setDate] = useState('')
  const set = (next: Hours['overrides']) =>
    form.setFieldValue(
      'overrides',
      next.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    )
  const isThere = overrides.some((override) => override.date === date)
  return (
    <Fieldset legend={t`Hours on specific dates`} p="sm" miw={0}>
      {overrides.map((override) => {
        const day = dated(override.date)
        return (
          <Group key={override.date} align="flex-start" py="xs" gap="md">
            <Text fw={600} w={110} pt={8}>
              {day}
            </Text>
            <Box flex={1} miw={220}>
              {override.windows.length === 0 && (
                <Text size="sm" c="dimmed" pt={8}>
                  <Trans>Not available</Trans>
                </Text>
              )}
              <WindowsField
                day={day}
                windows={override.windows}
                error={textOf(form.errors[`overrides[${override.date}]`])}
                onChange={(windows) =>
                  set(overrides.map((o) => (o.date === override.date ? { date: o.date, windows } : o)))
                }
              />
            </Box>
            <Button
              variant="default"
              size="compact-md"
              aria-label={t`Remove ${day}`}
              onClick={() => set(overrides.filter((o) => o.date !== override.date))}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        )
      })}
      <Group align="flex-end" mt="xs">
        <TextInput
          type="date"
          label={t`Day`}
          value={date}
          onChange={({ currentTarget: { value } }) => setDate(value)}
          error={isThere && t`This day is in the list already.`}
        />
        <Button
          variant="default"
          disabled={!date || isThere}
          onClick={() => {
            set([...overrides, { date, windows: [] }])
            setDate('')
          }}
        >
          <Trans>Add day</Trans>
        </Button>
      </Group>
    </Fieldset>
  )
}
