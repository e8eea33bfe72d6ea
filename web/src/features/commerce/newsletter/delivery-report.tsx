import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { allItems } from '@/shared/cursor-pages'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FigureList } from '@/shared/figure-list'
import { decimal } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { deliveryStates } from './labels'
import { type Campaign, type Delivery, deliveriesQuery } from './staff-api'

const states = Object.keys(deliveryStates) as Delivery['state'][]

/** How far a campaign has been sent, and to whom. */
export function DeliveryReport({ campaign }: { campaign: Campaign }) {
  const { id, recipients, sent, refused, unsubscribed } = campaign
  const [state, setState] = useState<Delivery['state']>('sent')
  const deliveries = useInfiniteQuery(deliveriesQuery(id, state))
  return (
    <>
      <FigureList
        figures={[
          { name: t`Subscribers`, value: decimal(recipients) },
          { name: t({ message: 'Emails sent', context: 'newsletter' }), value: decimal(sent) },
          { name: t({ message: 'Refused', context: 'newsletter' }), value: decimal(refused) },
          { name: t`Unsubscribed`, value: decimal(unsubscribed) },
        ]}
      />
      <Title order={2} size="h4" mt="xl" mb="sm">
        <Trans context="newsletter">Recipients</Trans>
      </Title>
      <NativeSelect
        label={t`Status`}
        w={280}
        mb="md"
        value={state}
        data={states.map((value) => ({ value, label: t(deliveryStates[value]) }))}
        onChange={({ currentTarget: { value } }) => setState(states.find((known) => known === value) ?? 'sent')}
      />
      <QueryView
        query={deliveries}
        skeleton={<Rows height={48} />}
        isEmpty={(data) => allItems(data).length === 0}
        empty={
          <Empty title={t`No recipients`}>
            <Trans>No recipients have this status.</Trans>
          </Empty>
        }
      >
        {(data) => (
          <>
            <DataTable
              label={t({ message: 'Recipients', context: 'newsletter' })}
              columns={[
                { id: 'email', label: t`Email address`, place: 'lead', cell: ({ email }) => email },
                {
                  id: 'sent',
                  label: t({ message: 'Send time', context: 'newsletter' }),
                  cell: ({ sent_at }) => (sent_at ? <Moment at={sent_at} /> : null),
                },
              ]}
              rows={allItems(data)}
              idOf={({ id: delivery }) => delivery}
            />
            <MoreButton query={deliveries} />
          </>
        )}
      </QueryView>
    </>
  )
}
