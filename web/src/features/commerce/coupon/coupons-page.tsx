import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Coupon, couponsQuery, useDeactivateCoupon } from './api'
import { EditCouponDialog, NewCouponDialog } from './coupon-dialog'
import { UsesDialog } from './uses-dialog'

type Open = { what: 'new' } | { what: 'edit' | 'uses' | 'deactivate'; coupon: Coupon }

/** The codes that take a part off the price of an order, for administrators. */
export function CouponsPage() {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open>()
  const coupons = useQuery(couponsQuery(page))
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead title={t`Coupons`} lead={t`Codes that buyers enter at the checkout for a discount.`}>
        <Button onClick={() => setOpen({ what: 'new' })}>
          <Trans>Add coupon</Trans>
        </Button>
      </PageHead>
      <QueryView
        query={coupons}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No coupons yet`}>
            <Trans>Add a coupon, then give its code to the people it is for.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Coupons`} columns={columns(setOpen)} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
      {open?.what === 'new' && <NewCouponDialog onClose={close} />}
      {open?.what === 'edit' && <EditCouponDialog id={open.coupon.id} onClose={close} />}
      {open?.what === 'uses' && <UsesDialog coupon={open.coupon} onClose={close} />}
      {open?.what === 'deactivate' && <Deactivate coupon={open.coupon} onClose={close} />}
    </>
  )
}

function Deactivate({ coupon: { id, code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const deactivate = useDeactivateCoupon()
  return (
    <Confirm
      title={t`Deactivate “${code}”?`}
      text={t`Buyers can't use it any more. Orders that were placed with it keep their price. You can activate it again.`}
      action={t`Deactivate`}
      onConfirm={() =>
        deactivate.mutate(id, {
          onSuccess: () => {
            toast(t`Coupon deactivated.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={deactivate.isPending}
      error={deactivate.error}
    />
  )
}

/** A rate in parts per million as a percentage. */
const rate = (ppm: number) => i18n.number(ppm / 1_000_000, { style: 'percent', maximumFractionDigits: 4 })

const states = { active: msg`Active`, planned: msg`Not valid yet`, ended: msg`Ended`, inactive: msg`Deactivated` }
const colors = { active: 'evergreen', planned: 'apricot', ended: 'gray', inactive: 'gray' }

function stateOf({ active, starts_at, ends_at, most, taken, budget, spent }: Coupon): keyof typeof states {
  const now = Date.now()
  if (!active) return 'inactive'
  const usedUp = (most !== null && taken >= most) || (budget !== null && spent >= budget)
  if ((ends_at && Date.parse(ends_at) <= now) || usedUp) return 'ended'
  return starts_at && Date.parse(starts_at) > now ? 'planned' : 'active'
}

function State({ coupon }: { coupon: Coupon }) {
  const state = stateOf(coupon)
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {t(states[state])}
    </Badge>
  )
}

const columns = (onOpen: (open: Open) => void): Column<Coupon>[] => [
  { id: 'code', label: t`Code`, place: 'lead', cell: ({ code }) => <strong>{code}</strong> },
  {
    id: 'discount',
    label: t`Discount`,
    cell: ({ kind, rate_ppm, amount, currency }) => (kind === 'percent' ? rate(rate_ppm) : money(amount, currency)),
  },
  {
    id: 'courses',
    label: t`Courses`,
    cell: ({ course_ids, courses = [] }) =>
      course_ids.length === 0 ? t`All` : courses.map(({ title }) => title).join(', '),
  },
  { id: 'state', label: t`Status`, cell: (coupon) => <State coupon={coupon} /> },
  { id: 'until', label: t`Valid until`, cell: ({ ends_at }) => ends_at && <Day at={ends_at} /> },
  {
    id: 'uses',
    label: t`Uses`,
    cell: ({ taken, most }) => (most === null ? taken : t`${taken} of ${most}`),
  },
  {
    id: 'spent',
    label: t`Discounts given`,
    cell: ({ spent, budget, currency }) => {
      if (!currency) return null
      const given = money(spent, currency)
      if (budget === null) return given
      const most = money(budget, currency)
      return t`${given} of ${most}`
    },
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (coupon) => {
      const { code, active, taken } = coupon
      return (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {taken > 0 && (
            <Button variant="subtle" aria-label={t`Uses of ${code}`} onClick={() => onOpen({ what: 'uses', coupon })}>
              <Trans>Uses</Trans>
            </Button>
          )}
          <Button variant="subtle" aria-label={t`Edit ${code}`} onClick={() => onOpen({ what: 'edit', coupon })}>
            <Trans>Edit</Trans>
          </Button>
          {active && (
            <Button
              variant="subtle"
              color="red"
              aria-label={t`Deactivate ${code}`}
              onClick={() => onOpen({ what: 'deactivate', coupon })}
            >
              <Trans>Deactivate</Trans>
            </Button>
          )}
        </Group>
      )
    },
  },
]
