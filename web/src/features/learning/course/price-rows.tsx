import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { minorDigits } from '@/shared/money'
import { here } from '@/shared/time-zones'

import { currenciesQuery } from './api'
import { type EditorValues, newPrice } from './editor-values'

/** The prices of the course, one row for each currency. */
export function PriceRows({ form }: { form: UseFormReturnType<EditorValues> }) {
  const currencies = useQuery(currenciesQuery())
  const rows = form.values.prices
  const zone = here()
  const codes = [
    ...new Set([...(currencies.data?.value.map(({ code }) => code) ?? []), ...rows.map((r) => r.currency)]),
  ]
  const unused = codes.find((code) => rows.every((row) => row.currency !== code))
  if (form.values.course_type === 'free')
    return (
      <Text c="dimmed">
        <Trans>Self-paced courses are free and have no prices.</Trans>
      </Text>
    )
  return (
    <Stack>
      {rows.length === 0 ? (
        <Text c="dimmed">
          <Trans>No prices yet. Learners can enrol for free.</Trans>
        </Text>
      ) : (
        <Text c="dimmed">
          <Trans>
            Both discounts apply to the full price. Leave the end of the early-bird discount empty if it doesn't end.
            Your time zone is {zone}.
          </Trans>
        </Text>
      )}
      {rows.map((row, i) => {
        const field = (name: keyof (typeof rows)[number]) => form.getInputProps(`prices.${i}.${name}`)
        const { currency } = row
        const digits = minorDigits(currency)
        return (
          <Fieldset key={currency} legend={t`Price in ${currency}`}>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
              <NativeSelect label={t`Currency`} data={codes} {...field('currency')} />
              <NumberInput label={t`One-to-one price`} min={0} decimalScale={digits} {...field('individual')} />
              <NumberInput label={t`Group price per person`} min={0} decimalScale={digits} {...field('batch')} />
              <NumberInput
                label={t`Group discount (%)`}
                min={0}
                max={100}
                allowDecimal={false}
                {...field('group_discount')}
              />
              <NumberInput
                label={t`Discount from (people)`}
                min={2}
                allowDecimal={false}
                {...field('min_batch_size')}
              />
              <NumberInput label={t`Maximum group size`} min={2} allowDecimal={false} {...field('max_batch_size')} />
              <NumberInput
                label={t`Early-bird discount (%)`}
                min={0}
                max={100}
                allowDecimal={false}
                {...field('early_bird_discount')}
              />
              <TextInput type="datetime-local" label={t`Early-bird discount until`} {...field('early_bird_until')} />
            </SimpleGrid>
            <Group justify="space-between" mt="sm">
              <Checkbox
                label={t`Accept this currency`}
                {...form.getInputProps(`prices.${i}.is_active`, { type: 'checkbox' })}
              />
              <Button variant="subtle" color="red" onClick={() => form.removeListItem('prices', i)}>
                <Trans>Remove price in {currency}</Trans>
              </Button>
            </Group>
          </Fieldset>
        )
      })}
      {unused && (
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.insertListItem('prices', newPrice(unused))}
        >
          <Trans>Add price</Trans>
        </Button>
      )}
    </Stack>
  )
}
