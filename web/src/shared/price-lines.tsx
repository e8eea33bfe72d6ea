import { t } from '@lingui/core/macro'
import { Divider, Group, Stack, Text } from '@mantine/core'

import type { Schema } from '@/api/client'

import { money } from './money'

type Props = {
  price: Pick<Schema<'Quote'>, 'currency' | 'lines' | 'taxes' | 'rounding' | 'total' | 'prices_include_tax'>
}

/** What a cart or an order costs, line by line. */
export function PriceLines({ price: { currency, lines, taxes, rounding, total, prices_include_tax } }: Props) {
  return (
    <Stack gap="xs">
      {lines.map((line) => (
        <div key={line.position}>
          <Row label={lineTitle(line)} amount={money(line.list, currency)} />
          {line.early_bird > 0 && (
            <Row
              label={line.kind === 'seats' ? t`Discount` : t`Early-bird discount`}
              amount={money(-line.early_bird, currency)}
              dimmed
            />
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

/** What a line is for, with how many. */
export function lineTitle({
  kind,
  quantity,
  title,
  gift,
}: Pick<Schema<'Line'>, 'kind' | 'quantity' | 'title' | 'gift'>) {
  if (gift) return t`${title} (gift)`
  return kind === 'course' ? title : t`${quantity} × ${title}`
}

const Row = ({ label, amount, dimmed = false }: { label: string; amount: string; dimmed?: boolean }) => (
  <Group justify="space-between" wrap="nowrap" align="start" {...(dimmed && { c: 'dimmed' })}>
    <Text {...(dimmed && { size: 'sm' })}>{label}</Text>
    <Text style={{ whiteSpace: 'nowrap' }} {...(dimmed && { size: 'sm' })}>
      {amount}
    </Text>
  </Group>
)
