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
  const codes = [
    ...new Set([...(currencies.data?.value.map(({ code }) => code) ?? []), ...rows.map((r) => r.currency)]),
  ]
  const unused = codes.find((code) => rows.every((row) => row.currency !== code))
  if (form.values.course_type === 'free')
    return (
      <Text c="dimmed">
        <Trans>A free course has no prices.</Trans>
      </Text>
    )
  return (
    <Stack>
      {rows.length === 0 ? (
        <Text c="dimmed">
          <Trans>No price yet: students who enrol are in at once and pay nothing.</Trans>
        </Text>
      ) : (
        <Text c="dimmed">
          <Trans>
            Both discounts are taken off the price without discounts. An early-bird discount without an end does not
            end; its end is in your time, {here()}.
          </Trans>
        </Text>
      )}
      {rows.map((row, i) => {
        const field = (name: keyof (typeof rows)[number]) => form.getInputProps(`prices.${i}.${name}`)
        const digits = minorDigits(row.currency)
        return (
          <Fieldset key={row.currency} legend={t`Price in ${row.currency}`}>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
              <NativeSelect label={t`Currency`} data={codes} {...field('currency')} />
              <NumberInput label={t`One to one`} min={0} decimalScale={digits} {...field('individual')} />
              <NumberInput label={t`A place in a group`} min={0} decimalScale={digits} {...field('batch')} />
              <NumberInput
                label={t`Group discount, %`}
                min={0}
                max={100}
                allowDecimal={false}
                {...field('group_discount')}
              />
              <NumberInput label={t`From how many places`} min={2} allowDecimal={false} {...field('min_batch_size')} />
              <NumberInput label={t`Places at most`} min={2} allowDecimal={false} {...field('max_batch_size')} />
              <NumberInput
                label={t`Early-bird discount, %`}
                min={0}
                max={100}
                allowDecimal={false}
                {...field('early_bird_discount')}
              />
              <TextInput type="datetime-local" label={t`Early-bird discount until`} {...field('early_bird_until')} />
            </SimpleGrid>
            <Group justify="space-between" mt="sm">
              <Checkbox
                label={t`People can pay by it`}
                {...form.getInputProps(`prices.${i}.is_active`, { type: 'checkbox' })}
              />
              <Button variant="subtle" color="red" onClick={() => form.removeListItem('prices', i)}>
                <Trans>Remove the price in {row.currency}</Trans>
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
          <Trans>Add a price</Trans>
        </Button>
      )}
    </Stack>
  )
}
