import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Fieldset, Group, Input, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { Choice } from '@/shared/choice'
import { separators } from '@/shared/money'
import { regions } from '@/shared/named-choices'
import { useSchool } from '@/shared/school'
import { wallIn } from '@/shared/wall-time'

type Rate = Schema<'TaxRate'>

type Props = {
  label: string
  rates: Rate[]
  onChange: (rates: Rate[]) => void
  error: ReactNode
  readOnly: boolean
}

const partsPerPercent = 10_000

type State = 'now' | 'later' | 'over'

const states: Record<State, { color: string; label: () => string }> = {
  now: { color: 'evergreen', label: () => t`Charged now` },
  later: { color: 'apricot', label: () => t`Charged later` },
  over: { color: 'gray', label: () => t`No longer charged` },
}

/** Whether a rate is charged on a day. */
function stateOf({ valid_from = '', valid_to = '' }: Rate, day: string): State {
  if (valid_from > day) return 'later'
  return valid_to && valid_to < day ? 'over' : 'now'
}

/** The taxes that buyers of a country or region pay. */
export function TaxRates({ label, rates, onChange, error, readOnly }: Props) {
  const { date: today } = wallIn(useSchool().time_zone, new Date()) // as orders take them
  const set = (place: number, change: Partial<Rate>) =>
    onChange(rates.map((rate, i) => (i === place ? { ...rate, ...change } : rate)))
  return (
    <Fieldset legend={label} disabled={readOnly}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            Two taxes of one country or region are charged together, for example CGST and SGST. When a rate changes, end
            it and add the new one from the next day: orders take the rate of the day on which they are placed.
          </Trans>
        </Text>
        {rates.map((rate, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rates have no ids, and are not moved
          <Group key={i} role="group" aria-label={t`Tax rate ${i + 1}`} align="flex-end" gap="xs">
            <Choice
              label={t`Country`}
              choices={regions}
              chosen={rate.country}
              flex="2 1 160px"
              value={rate.country}
              onChange={({ currentTarget }) => set(i, { country: currentTarget.value })}
            />
            <TextInput
              label={t`State or province`}
              placeholder={t`All others`}
              flex="1 1 130px"
              value={rate.region}
              onChange={({ currentTarget }) => set(i, { region: currentTarget.value })}
            />
            <TextInput
              label={t`Name`}
              placeholder="VAT"
              flex="1 1 90px"
              value={rate.name}
              onChange={({ currentTarget }) => set(i, { name: currentTarget.value })}
            />
            <NumberInput
              label={t`Percentage`}
              min={0}
              max={100}
              decimalScale={4}
              suffix="%"
              hideControls
              flex="1 1 90px"
              {...separators()}
              value={rate.rate_ppm / partsPerPercent}
              onChange={(value) => set(i, { rate_ppm: Math.round(Number(value) * partsPerPercent) })}
            />
            <TextInput
              type="date"
              label={t`Valid from`}
              flex="1 1 140px"
              value={rate.valid_from ?? ''}
              max={rate.valid_to}
              onChange={({ currentTarget }) => set(i, { valid_from: currentTarget.value })}
            />
            <TextInput
              type="date"
              label={t`Valid until`}
              flex="1 1 140px"
              value={rate.valid_to ?? ''}
              min={rate.valid_from}
              onChange={({ currentTarget }) => set(i, { valid_to: currentTarget.value })}
            />
            <Badge variant="light" tt="none" mb={10} color={states[stateOf(rate, today)].color}>
              {states[stateOf(rate, today)].label()}
            </Badge>
            <ActionIcon
              variant="subtle"
              color="red"
              size={42}
              aria-label={t`Remove tax rate ${i + 1}`}
              onClick={() => onChange(rates.filter((_, other) => other !== i))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error && <Input.Error>{error}</Input.Error>}
        <Group>
          <Button
            variant="default"
            onClick={() => onChange([...rates, { country: '', region: '', name: t`VAT`, rate_ppm: 0 }])}
          >
            <Trans>Add tax rate</Trans>
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
