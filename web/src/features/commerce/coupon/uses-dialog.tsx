import { msg, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Dialog } from '@/shared/dialog'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type Coupon, couponUsesQuery } from './api'

type Use = Schema<'CouponUse'>

/** The orders for which a coupon was used. */
export function UsesDialog({ coupon: { id, code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const uses = useQuery(couponUsesQuery(id, page))
  return (
    <Dialog title={t`Uses of ${code}`} size="xl" closeLabel={t`Close`} onClose={onClose}>
      <QueryView
        query={uses}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Text>{t`No one has used this coupon yet.`}</Text>}
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Uses of ${code}`} columns={columns()} rows={items} idOf={({ order_id }) => order_id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}

const states = {
  held: msg`Order not paid yet`,
  used: msg`Used`,
  released: msg`Released`,
  over: msg`Used beyond the limit`,
}

const columns = (): Column<Use>[] => [
  { id: 'order', label: t`Order number`, place: 'lead', cell: ({ order_number }) => order_number },
  { id: 'buyer', label: t`Buyer`, cell: ({ buyer_name }) => buyer_name },
  { id: 'amount', label: t`Discount`, cell: ({ amount, currency }) => money(amount, currency) },
  { id: 'date', label: t`Date`, cell: ({ created_at }) => <Day at={created_at} /> },
  { id: 'state', label: t`Status`, cell: ({ state }) => t(states[state]) },
]
