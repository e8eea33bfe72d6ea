import { t } from '@lingui/core/macro'

import type { Column } from '@/shared/data-table'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'

import type { Order } from './api'
import { OrderStatusChip } from './status-chip'

/** The columns that every table of orders has. */
export const orderColumns = (): Record<'number' | 'date' | 'status' | 'total', Column<Order>> => ({
  number: {
    id: 'number',
    label: t`Order number`,
    place: 'lead',
    cell: ({ id, number }) => (
      <TextLink to="/checkout" search={{ order: id }}>
        <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
      </TextLink>
    ),
  },
  date: { id: 'date', label: t`Date`, cell: ({ created_at }) => <Day at={created_at} /> },
  status: { id: 'status', label: t`Status`, cell: ({ status }) => <OrderStatusChip status={status} /> },
  total: { id: 'total', label: t`Total`, cell: ({ total, currency }) => money(total, currency) },
})
