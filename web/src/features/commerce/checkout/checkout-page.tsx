import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, SimpleGrid, Skeleton, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { errorDetails, fieldErrors } from '@/api/client'
import { newId } from '@/api/new-id'
import { Choice } from '@/shared/choice'
import { FormSummary } from '@/shared/form-summary'
import { money } from '@/shared/money'
import { regions } from '@/shared/named-choices'
import { PageHead } from '@/shared/page-head'
import { offeredProvidersQuery } from '@/shared/payment-providers'
import { PriceLines } from '@/shared/price-lines'
import { QueryView } from '@/shared/query-view'

import { type Cart, cartQuoteQuery, type Quote, usePlaceOrder } from './api'
import { CouponField } from './coupon-field'
import { GiftFields, giftFields, giftOf } from './gift-fields'
import { InstalmentChoice } from './instalment-choice'
import { ProviderChoice } from './provider-choice'

type Props = {
  cart: Cart
  /** The name of the buyer's account. */
  buyer: string
  /** Shows an order that needs no payment any more. */
  onOrdered: (orderId: string) => void
  /** Leaves for the provider's page. */
  leave: (address: string) => void
}

/** What somebody is about to buy: the price, who is billed, and the button that orders it. */
export function CheckoutPage({ cart, ...rest }: Props) {
  const [country, setCountry] = useState('')
  const [coupon, setCoupon] = useState('')
  const [taxId, setTaxId] = useState('')
  const [inParts, setInParts] = useState(false)
  const chosen = { ...cart, ...(coupon && { coupon }), ...(inParts && { payment_plan: 'installments' as const }) }
  const quote = useQuery(cartQuoteQuery({ ...chosen, ...(country && { country }), ...(taxId && { tax_id: taxId }) }))
  return (
    <>
      <PageHead title={cart.is_gift ? t`Give a course` : t`Checkout`} />
      <QueryView query={quote} skeleton={<Skeleton height={360} radius="lg" />}>
        {(data) => (
          <OrderForm
            cart={chosen}
            quote={data}
            onCountry={setCountry}
            onTaxId={setTaxId}
            onCoupon={setCoupon}
            onInParts={setInParts}
            pending={quote.isPlaceholderData}
            {...rest}
          />
        )}
      </QueryView>
    </>
  )
}

type FormProps = Props & {
  quote: Quote
  onCountry: (country: string) => void
  onTaxId: (taxId: string) => void
  onCoupon: (code: string) => void
  onInParts: (inParts: boolean) => void
  /** Whether another price is on its way. */
  pending: boolean
}

const fields = [
  'billing.name',
  'billing.company',
  'billing.address',
  'billing.country',
  'billing.tax_id',
  ...giftFields,
]

function OrderForm({
  cart: { is_gift = false, ...cart },
  quote,
  buyer,
  onCountry,
  onTaxId,
  onCoupon,
  onInParts,
  pending,
  onOrdered,
  leave,
}: FormProps) {
  const providers = useQuery(offeredProvidersQuery(quote.currency, quote.total))
  const place = usePlaceOrder()
  // One key for each price that the buyer has seen: a double click, a second tab and the way back make one order.
  const [cartKey] = useState(() => newId())
  const form = useForm({ initialValues: { name: buyer, company: '', address: '', country: '', tax_id: '' } })
  const gift = useForm({ initialValues: { email: '', recipient: '', sender: buyer, message: '', sendAt: '' } })
  const [chosen, setChosen] = useState('')
  const offered = providers.data ?? []
  const provider = offered.find(({ name }) => name === chosen) ?? offered[0]
  const errors = fieldErrors(place.error)
  const input = (name: keyof typeof form.values) => ({ ...form.getInputProps(name), error: errors[`billing.${name}`] })
  const order = form.onSubmit((billing) =>
    place.mutate(
      {
        order: {
          ...cart,
          cart_key: cartKey,
          digest: quote.digest,
          billing,
          ...(is_gift && { gift: giftOf(gift.values) }),
        },
        provider: provider?.name,
      },
      { onSuccess: ({ placed, pay }) => (pay ? leave(pay) : onOrdered(placed.id)) },
    ),
  )
  const amount = money(quote.total, quote.currency)
  const details = errorDetails(place.error)
  return (
    <form noValidate aria-label={t`Checkout`} onSubmit={order}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack>
          <FormSummary error={place.error} fields={fields} />
          {is_gift && (
            <GiftFields form={gift} errors={errors} title={quote.lines.map(({ title }) => title).join(', ')} />
          )}
          <Title order={2} size="h3">{t`Billing details`}</Title>
          <TextInput required label={t`Name`} autoComplete="name" {...input('name')} />
          <TextInput label={t`Company`} autoComplete="organization" {...input('company')} />
          <Textarea label={t`Address`} rows={2} autoComplete="street-address" {...input('address')} />
          <Choice
            label={t`Country`}
            description={t`Determines the taxes.`}
            choices={regions}
            chosen=""
            autoComplete="country"
            {...input('country')}
            onChange={({ currentTarget: { value } }) => {
              form.setFieldValue('country', value)
              onCountry(value)
            }}
          />
          <TextInput
            label={t`Tax number`}
            description={t`Of a company, for example its VAT number.`}
            {...input('tax_id')}
            onBlur={({ currentTarget }) => onTaxId(currentTarget.value.trim())}
          />
        </Stack>
        <Card withBorder padding="lg" radius="lg" style={{ alignSelf: 'start' }}>
          <Stack>
            <Title order={2} size="h3">{t`Your order`}</Title>
            <PriceLines price={quote} />
            <CouponField quote={quote} onCode={onCoupon} pending={pending} />
            <InstalmentChoice quote={quote} inParts={cart.payment_plan === 'installments'} onChoose={onInParts} />
            {details && 'current' in details && (
              <Alert color="apricot" role="status">
                <Trans>The price has changed to {amount}. Check it, then order again.</Trans>
              </Alert>
            )}
            {quote.total > 0 && (
              <ProviderChoice providers={offered} chosen={provider?.name ?? ''} onChoose={setChosen} />
            )}
            {provider?.test && (
              <Alert color="school" role="note">
                <Trans>Test mode: pay with a test card. No money is charged.</Trans>
              </Alert>
            )}
            <Button
              type="submit"
              size="md"
              loading={place.isPending || place.isSuccess}
              disabled={pending || (!provider && quote.total > 0)}
            >
              {payLabel(quote, amount, is_gift)}
            </Button>
          </Stack>
        </Card>
      </SimpleGrid>
    </form>
  )
}

function payLabel({ total }: Quote, amount: string, isGift: boolean) {
  if (total > 0) return t`Pay ${amount}`
  return isGift ? t`Give for free` : t`Enrol for free`
}
