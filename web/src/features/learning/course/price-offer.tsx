import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { useSchool } from '@/shared/school'

import { type CourseDetail, type PriceQuote, quoteQuery } from './api'
import classes from './price-offer.module.css'

type Price = CourseDetail['prices'][number]

/** The prices that ask for something; none for a free course. */
export const pricesOf = ({ is_free, prices }: CourseDetail) =>
  is_free ? [] : prices.filter((p) => p.is_active && (p.batch > 0 || p.individual > 0))

/** How a place is sold, unless the buyer chooses otherwise. */
export const mainPlan = (price: Price) => (price.batch > 0 ? 'batch' : 'individual')

type Props = { courseId: string; price: Price | undefined }

/** What a place in the course costs now, as the server reckons it. */
export function CoursePrice({ courseId, price }: Props) {
  if (price) return <Amount courseId={courseId} price={price} />
  return (
    <p className={classes.amount}>
      <Trans>Free</Trans>
    </p>
  )
}

function Amount({ courseId, price }: { courseId: string; price: Price }) {
  const quote = useQuery(quoteQuery(courseId, price.currency, mainPlan(price)))
  if (quote.error) return <p className={classes.amount}>{money(price[mainPlan(price)], price.currency)}</p>
  if (!quote.data) {
    return (
      <div>
        <Skeleton className={classes.amount} width={120} />
        {price.early_bird_discount > 0 && <p className={classes.discount}>&nbsp;</p>}
      </div>
    )
  }
  const { total, subtotal, currency, instalments } = quote.data
  return (
    <div>
      <p className={classes.amount}>
        {money(total, currency)} {total < subtotal && <s className={classes.before}>{money(subtotal, currency)}</s>}
      </p>
      <EarlyBird quote={quote.data} until={price.early_bird_until} />
      {instalments > 0 && (
        <Text size="sm">
          <Trans>Also in {instalments} monthly instalments</Trans>
        </Text>
      )}
    </div>
  )
}

function EarlyBird({ quote, until }: { quote: PriceQuote; until: string | null }) {
  const { early_bird_percent: discount } = quote
  if (discount === 0) return null
  return (
    <p className={classes.discount}>
      {until ? (
        <Trans>
          {discount}% early-bird discount until <Day at={until} />
        </Trans>
      ) : (
        <Trans>{discount}% early-bird discount</Trans>
      )}
    </p>
  )
}

type MoreProps = {
  courseId: string
  price: Price
  /** In each currency one. */
  prices: Price[]
  onCurrency: (currency: string) => void
}

/** What else there is to pay by: alone, as a group, in another currency. */
export function MorePrices({ courseId, price, prices, onCurrency }: MoreProps) {
  const { group_discount: discount, min_batch_size: people } = price
  return (
    <Stack gap={4} mb="sm" className={classes.more}>
      {price.batch > 0 && price.individual > 0 && <OneToOne courseId={courseId} price={price} />}
      {price.batch > 0 && discount > 0 && (
        <Text>
          <Trans>
            {discount}% off per person for {people} or more
          </Trans>
        </Text>
      )}
      {prices.length > 1 && (
        <NativeSelect
          label={t`Currency`}
          data={prices.map((p) => p.currency)}
          value={price.currency}
          onChange={(event) => onCurrency(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}

function OneToOne({ courseId, price }: { courseId: string; price: Price }) {
  const quote = useQuery(quoteQuery(courseId, price.currency, 'individual')).data
  const amount = money(quote?.total ?? price.individual, price.currency)
  return (
    <Text>
      <Trans>Taught one to one: {amount}</Trans>
    </Text>
  )
}

/** Enrolling reserves a place: how it is paid. */
export function PaymentHint() {
  const { support_email: email } = useSchool()
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {email ? (
        <Trans>You can't pay online yet. Enrol to reserve your place, then pay by arrangement with {email}.</Trans>
      ) : (
        <Trans>
          You can't pay online yet. Enrol to reserve your place, then pay by arrangement with your instructor.
        </Trans>
      )}
    </Text>
  )
}
