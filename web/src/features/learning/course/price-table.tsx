import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, NativeSelect, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { amountField } from '@/shared/money'
import { here } from '@/shared/time-zones'

import { currenciesQuery } from './api'
import { type EditorValues, newPrice, type PriceValues } from './editor-values'
import classes from './price-table.module.css'

type Part = { form: UseFormReturnType<EditorValues> }

/** The prices of a course: one row for each currency, with its group and early-bird rules below it. */
export function PriceTable({ form }: Part) {
  const currencies = useQuery(currenciesQuery())
  const rows = form.values.prices
  const codes = [
    ...new Set([...(currencies.data?.value.map(({ code }) => code) ?? []), ...rows.map((r) => r.currency)]),
  ]
  const unused = codes.find((code) => rows.every((row) => row.currency !== code))
  return (
    <div className={classes.frame}>
      {rows.length === 0 ? (
        <Text c="dimmed" mb="sm">
          <Trans>No prices yet. Learners can enrol for free.</Trans>
        </Text>
      ) : (
        <table className={classes.table} aria-label={t`Prices`}>
          <thead>
            <tr>
              <th scope="col">{t`Currency`}</th>
              <th scope="col">{t`One-to-one`}</th>
              <th scope="col">{t`Group, per person`}</th>
              <th scope="col">{t`Group discount`}</th>
              <th scope="col">{t`Early bird`}</th>
              <th scope="col">{t`Accept`}</th>
              <th scope="col">
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          {rows.map((row, i) => (
            <PriceRow
              key={row.currency}
              form={form}
              place={i}
              codes={codes.filter((code) => code === row.currency || rows.every((r) => r.currency !== code))}
            />
          ))}
        </table>
      )}
      {unused && (
        <Button variant="default" onClick={() => form.insertListItem('prices', newPrice(unused))}>
          <Trans>Add price</Trans>
        </Button>
      )}
    </div>
  )
}

const details = ['min_batch_size', 'max_batch_size', 'early_bird_until', 'instalments'] as const

function PriceRow({ form, place, codes }: Part & { place: number; codes: string[] }) {
  const [open, setOpen] = useState(false)
  const row = form.values.prices[place]
  if (!row) return null
  const { currency } = row
  const field = (name: keyof PriceValues) => form.getInputProps(`prices.${place}.${name}`)
  const shown = open || details.some((name) => form.errors[`prices.${place}.${name}`])
  const money = amountField(currency)
  const discount = { min: 0, max: 100, allowDecimal: false, suffix: '%', hideControls: true }
  return (
    <tbody>
      <tr>
        <td data-label={t`Currency`}>
          <NativeSelect size="sm" miw={96} aria-label={t`Currency`} data={codes} {...field('currency')} />
        </td>
        <td data-label={t`One-to-one`}>
          <NumberInput aria-label={t`One-to-one price in ${currency}`} {...money} {...field('individual')} />
        </td>
        <td data-label={t`Group, per person`}>
          <NumberInput aria-label={t`Group price per person in ${currency}`} {...money} {...field('batch')} />
        </td>
        <td data-label={t`Group discount`}>
          <NumberInput aria-label={t`Group discount in ${currency}`} {...discount} {...field('group_discount')} />
        </td>
        <td data-label={t`Early bird`}>
          <NumberInput
            aria-label={t`Early-bird discount in ${currency}`}
            {...discount}
            {...field('early_bird_discount')}
          />
        </td>
        <td data-label={t`Accept`}>
          <Checkbox
            aria-label={t`Accept ${currency}`}
            mt={8}
            {...form.getInputProps(`prices.${place}.is_active`, { type: 'checkbox' })}
          />
        </td>
        <td className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-expanded={shown}
            aria-label={t`Rules for ${currency}`}
            onClick={() => setOpen(!shown)}
          >
            {shown ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={t`Remove price in ${currency}`}
            onClick={() => form.removeListItem('prices', place)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </td>
      </tr>
      {shown && (
        <tr className={classes.details}>
          <td colSpan={7}>
            <Rules form={form} place={place} />
          </td>
        </tr>
      )}
      {!shown && (
        <tr className={classes.details}>
          <td colSpan={7}>
            <Text size="xs" c="dimmed">
              {summary(row)}
            </Text>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The rules of a price in a sentence. */
function summary({ group_discount: off, min_batch_size: from, max_batch_size: most }: PriceValues) {
  if (Number(off) > 0) {
    return plural(Number(from), {
      one: `${off}% off per person from # person. Groups of up to ${most}.`,
      other: `${off}% off per person from # people. Groups of up to ${most}.`,
    })
  }
  return plural(Number(most), { one: 'Groups of # person.', other: 'Groups of up to # people.' })
}

function Rules({ form, place }: Part & { place: number }) {
  const zone = here()
  const field = (name: (typeof details)[number]) => form.getInputProps(`prices.${place}.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput label={t`Discount from (people)`} min={2} allowDecimal={false} {...field('min_batch_size')} />
      <NumberInput label={t`Maximum group size`} min={2} allowDecimal={false} {...field('max_batch_size')} />
      <TextInput
        type="datetime-local"
        label={t`Early-bird discount until`}
        description={t`In your time zone, ${zone}. Leave empty for no end.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('early_bird_until')}
      />
      <NumberInput
        label={t`Monthly instalments`}
        description={t`2 to 24, or 0: learners pay at once.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        max={24}
        allowDecimal={false}
        {...field('instalments')}
      />
    </SimpleGrid>
  )
}
