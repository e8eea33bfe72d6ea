import { t } from '@lingui/core/macro'
import { Divider, Group, Stack, Text } from '@mantine/core'

import { money } from '@/shared/money'

import type { Order, Quote } from './api'

type Props = {
  price: Pick<Quote | Order, 'currency' | 'lines' | 'taxes' | 'rounding' | 'total' | 'prices_include_tax'>
}

/** What a cart or an order costs, line by line. */
export function PriceLines({ price: { currency, lines, taxes, rounding, total, prices_include_tax } }: Props) {
  return (
    <Stack gap="xs">
      {lines.map((line) => (
        <div key={line.position}>
          <Row label={line.title} amount={money(line.list, currency)} />
          {line.early_bird > 0 && (
            <Row label={t`Early-bird discount`} amount={money(-line.early_bird, currency)} dimmed />
          )}
          {line.coupon > 0 && <Row label={t`Coupon`} amount={money(-line.coupon, currency)} dimmed />}
        </div>
      ))}
      <Divider />
      {taxes.map(({ name, rate_ppm, amount }) => {
        const percent = rate_ppm / 10_000
        return (
          <Row
            key={name}
            label={prices_include_tax ? t`Includes ${name}, ${percent}%` : t`${name}, ${percent}%`}
            amount={money(amount, currency)}
            dimmed
          />
        )
      })}
      {rounding !== 0 && <Row label={t`Rounding`} amount={money(rounding, currency)} dimmed />}
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700}>{t`Total`}</Text>
        <Text fw={700} size="lg">
          {money(total, currency)}
        </Text>
      </Group>
    </Stack>
  )
}

const Row = ({ label, amount, dimmed = false }: { label: string; amount: string; dimmed?: boolean }) => (
  <Group justify="space-between" wrap="nowrap" align="start" {...(dimmed && { c: 'dimmed' })}>
    <Text {...(dimmed && { size: 'sm' })}>{label}</Text>
    <Text style={{ whiteSpace: 'nowrap' }} {...(dimmed && { size: 'sm' })}>
      {amount}
    </Text>
  </Group>
)
