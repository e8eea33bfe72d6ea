import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { money } from '@/shared/money'

import type { Quote } from './api'

type Props = { quote: Quote; onCode: (code: string) => void; pending: boolean }

const labelHeight = 27 // pixels

/** The code of a coupon, and what has become of it. It stands outside the form of the order: Enter applies the code and orders nothing. */
export function CouponField({ quote: { coupon, currency }, onCode, pending }: Props) {
  const [typed, setTyped] = useState('')
  if (coupon?.applied) {
    const { code } = coupon
    const off = money(coupon.amount, currency)
    return (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">{t`Coupon ${code}: ${off} off.`}</Text>
        <Button variant="subtle" size="compact-sm" aria-label={t`Remove coupon ${code}`} onClick={() => onCode('')}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
    )
  }
  const code = typed.trim()
  const reason = coupon?.why_not && coupon.code === code ? reasons[coupon.why_not]() : undefined
  return (
    <Group align="flex-start" wrap="nowrap">
      <TextInput
        flex={1}
        label={t`Coupon code`}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        value={typed}
        error={reason}
        inputWrapperOrder={['label', 'input', 'error']}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // does not order
          if (code) onCode(code)
        }}
      />
      <Button variant="default" mt={labelHeight} loading={pending} disabled={!code} onClick={() => onCode(code)}>
        <Trans>Apply</Trans>
      </Button>
    </Group>
  )
}

const reasons: Record<NonNullable<NonNullable<Quote['coupon']>['why_not']>, () => string> = {
  unknown: () => t`There is no coupon with this code. Check the spelling.`,
  not_yet: () => t`This coupon isn't valid yet.`,
  expired: () => t`This coupon is no longer valid.`,
  used_up: () => t`This coupon has been used up.`,
  used_by_you: () => t`You have used this coupon already.`,
  other_currency: () => t`This coupon is for another currency.`,
  not_for_this: () => t`This coupon isn't for this course, or not together with its other discount.`,
  below_minimum: () => t`The order is below the minimum for this coupon.`,
}
