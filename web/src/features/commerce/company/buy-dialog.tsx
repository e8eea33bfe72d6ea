import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Flex, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { newId } from '@/api/new-id'
import { FormDialog } from '@/shared/form-dialog'
import { PriceLines } from '@/shared/price-lines'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { seatCurrenciesQuery, seatQuoteQuery, useOrderSeats } from './api'
import { CourseChoice } from './course-choice'

type Row = { key: string; course: string; quantity: number | string }

const newRow = (): Row => ({ key: newId(), course: '', quantity: 5 })

const pause = 300 // milliseconds without typing before the price is asked for

type Props = { companyId: string; onClose: () => void; onOrdered: () => void }

/** Orders seats by invoice. */
export function BuyDialog({ companyId, onClose, onOrdered }: Props) {
  const place = useOrderSeats(companyId)
  const currencies = useQuery(seatCurrenciesQuery())
  const [cartKey] = useState(() => newId()) // a double click makes one order
  const form = useForm({ initialValues: { rows: [newRow()], currency: '', poNumber: '' } })
  const { rows, poNumber } = form.values
  const offered = currencies.data?.map(({ code }) => code) ?? []
  const cart = {
    currency: form.values.currency || offered[0] || 'EUR',
    lines: rows.map(({ course, quantity }) => ({ course_id: course, quantity: Number(quantity) })),
  }
  const [settled] = useDebouncedValue(JSON.stringify(cart), pause)
  const isSettled = settled === JSON.stringify(cart)
  const quote = useQuery(seatQuoteQuery(companyId, cart, isSettled))
  const errors = fieldErrors(place.error)
  const shown = quote.isError ? undefined : quote.data
  /** Orders begin in the currency of their only course. */
  const choose = (i: number, course: string, priced?: string) => {
    form.setFieldValue(`rows.${i}.course`, course)
    if (rows.length === 1 && priced && offered.includes(priced)) form.setFieldValue('currency', priced)
  }
  const submit = form.onSubmit(() => {
    if (!shown) return
    place.mutate(
      { ...cart, cart_key: cartKey, digest: shown.digest, ...(poNumber && { po_number: poNumber }) },
      {
        onSuccess: () => {
          toast(t`Seats ordered.`)
          onClose()
          onOrdered()
        },
        onError: () => void quote.refetch(),
      },
    )
  })
  return (
    <FormDialog
      title={t`Buy seats`}
      submit={t`Order by invoice`}
      onClose={onClose}
      onSubmit={submit}
      mutation={place}
      fields={['po_number']}
      disabled={!shown || !isSettled || quote.isPlaceholderData}
    >
      {rows.map(({ key, course }, i) => (
        <Flex key={key} gap="sm" align="flex-end">
          <div style={{ flex: '1 1 0', minWidth: 0 }}>
            <CourseChoice among={[]} value={course} onChange={(id, priced) => choose(i, id, priced)} />
          </div>
          <NumberInput
            required
            w={90}
            label={t`Seats`}
            min={1}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps(`rows.${i}.quantity`)}
          />
          {rows.length > 1 && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t`Remove course ${i + 1}`}
              onClick={() => form.removeListItem('rows', i)}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </Flex>
      ))}
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={() => form.insertListItem('rows', newRow())}>
          <Trans>Add course</Trans>
        </Button>
      </Group>
      {offered.length > 1 && <NativeSelect label={t`Currency`} data={offered} {...form.getInputProps('currency')} />}
      <TextInput
        label={t`PO number`}
        description={t`From your own purchase order. Shown on the invoice and the receipt.`}
        maxLength={60}
        {...form.getInputProps('poNumber')}
        error={errors.po_number}
      />
      {quote.error && <Failure error={quote.error} />}
      {shown && <PriceLines price={shown} />}
      <Text size="sm" c="dimmed">
        <Trans>
          You have 30 days to pay. You get the seats when the school approves the order or has received the money.
        </Trans>
      </Text>
    </FormDialog>
  )
}
