import { plural, t } from '@lingui/core/macro'
import { Group, NativeSelect, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { amountField, money } from '@/shared/money'

import { sessionsQuoteQuery } from './api'
import { type BatchValues, currencyOf, minutesOf, rateOf } from './new-batch'

type Props = {
  form: UseFormReturnType<BatchValues>
  courseId: string
  /** Those in which it can be paid, the default first. */
  currencies: string[]
  /** How many sessions there are; undefined until they are laid out. */
  sessions: number | undefined
}

const pause = 400 // milliseconds without a change before the server is asked

/** What the sessions of one learner cost: by an hourly rate, or without one by the price of the course. */
export function IndividualPrice({ form, courseId, currencies, sessions }: Props) {
  const { values } = form
  const currency = currencyOf(values, currencies)
  const rate = rateOf(values, currency)
  const minutes = minutesOf(values)
  const [wanted] = useDebouncedValue(
    sessions !== undefined && minutes > 0
      ? {
          course_id: courseId,
          session_duration_minutes: minutes,
          total_sessions: sessions,
          ...(rate !== undefined && { custom_hourly_rate: rate, currency }),
        }
      : undefined,
    pause,
  )
  const quote = useQuery(sessionsQuoteQuery(wanted))
  return (
    <div>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <NumberInput
          label={t`Hourly rate (optional)`}
          {...amountField(currency)}
          maw={200}
          {...form.getInputProps('hourly_rate')}
        />
        <NativeSelect
          aria-label={t`Currency`}
          data={currencies}
          w={100}
          {...form.getInputProps('currency')}
          value={currency}
        />
      </Group>
      <div role="status">
        {quote.isLoading && <Skeleton height={24} mt="xs" />}
        {quote.error && (
          <Text size="sm" c="dimmed" mt="xs">
            {quote.error.message}
          </Text>
        )}
        {quote.data && wanted && <Sum quote={quote.data} sessions={wanted.total_sessions} />}
      </div>
    </div>
  )
}

function Sum({ quote, sessions }: { quote: Schema<'SessionsQuote'>; sessions: number }) {
  const shown = (amount: number) => money(amount, quote.currency)
  const [total, each, less] = [shown(quote.totalPrice), shown(quote.pricePerSession), shown(quote.early_bird_discount)]
  const percent = quote.early_bird_percent
  const even = quote.pricePerSession * sessions === quote.subtotal
  return (
    <Stack gap={2} mt="xs">
      <Text fw={600}>
        {plural(sessions, { one: `# session costs ${total} in all`, other: `# sessions cost ${total} in all` })}
      </Text>
      <Text size="sm" c="dimmed">
        {even ? t`${each} a session` : t`About ${each} a session`}
        {quote.hourlyRate === 0 && ` · ${t`by the price of the course`}`}
        {quote.early_bird_discount > 0 && ` · ${t`early-bird discount of ${percent}% today: −${less}`}`}
      </Text>
    </Stack>
  )
}
