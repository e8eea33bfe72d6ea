import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Gift, ownGiftsQuery, useResendGift } from './api'

/** The gifts that the user has bought, and what has become of them. */
export function OwnGifts() {
  const [page, setPage] = useState(1)
  const [resent, setResent] = useState<Gift>()
  const gifts = useQuery(ownGiftsQuery(page))
  return (
    <>
      <QueryView
        query={gifts}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No gifts yet`}>
            <Trans>Courses that you give to other people appear here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Gifts`} columns={columns(setResent)} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={setPage} />
            <Text size="sm" c="dimmed" mt="md">
              <Trans>
                You can send a gift to another address until it is accepted. If the recipient doesn't want it, ask the
                school for a refund.
              </Trans>
            </Text>
          </>
        )}
      </QueryView>
      {resent && <ResendDialog gift={resent} onClose={() => setResent(undefined)} />}
    </>
  )
}

const states = {
  waiting: msg`Not sent yet`,
  sent: msg`Sent`,
  redeemed: msg`Redeemed`,
  returned: msg`Returned`,
  expired: msg`Expired`,
  ended: msg`Refunded`,
}
const colors = {
  waiting: 'gray',
  sent: 'school',
  redeemed: 'evergreen',
  returned: 'apricot',
  expired: 'gray',
  ended: 'gray',
}

const columns = (onResend: (gift: Gift) => void): Column<Gift>[] => [
  {
    id: 'course',
    label: t`Course`,
    place: 'lead',
    cell: ({ title, order_id }) => (
      <TextLink to="/checkout" search={{ order: order_id }}>
        {title}
      </TextLink>
    ),
  },
  { id: 'recipient', label: t`For`, cell: ({ recipient_name, email }) => recipient_name || email },
  { id: 'address', label: t`Email`, cell: ({ recipient_name, email }) => recipient_name && email },
  {
    id: 'date',
    label: t`Sent on`,
    cell: ({ sent_at, send_at }) => {
      const at = sent_at ?? send_at
      return at && <Day at={at} />
    },
  },
  {
    id: 'state',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={colors[status]} tt="none">
        {t(states[status])}
      </Badge>
    ),
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (gift) => {
      const { title, can_resend } = gift
      return (
        can_resend && (
          <Button variant="subtle" aria-label={t`Send “${title}” again`} onClick={() => onResend(gift)}>
            {gift.status === 'waiting' ? t`Change address` : t`Send again`}
          </Button>
        )
      )
    },
  },
]

function ResendDialog({ gift: { id, email, recipient_name, status }, onClose }: { gift: Gift; onClose: () => void }) {
  const resend = useResendGift(id)
  const form = useForm({ initialValues: { email, name: recipient_name } })
  const errors = fieldErrors(resend.error)
  const waiting = status === 'waiting'
  const submit = form.onSubmit((values) =>
    resend.mutate(values, {
      onSuccess: () => {
        toast(waiting ? t`Address saved.` : t`Gift sent.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={waiting ? t`Change address` : t`Send gift again`}
      submit={waiting ? t`Save address` : t`Send gift`}
      onClose={onClose}
      onSubmit={submit}
      mutation={resend}
      fields={['email', 'name']}
    >
      {!waiting && <Text>{t`The link that was sent before then no longer works.`}</Text>}
      <TextInput
        required
        type="email"
        label={t`Email address`}
        autoComplete="off"
        {...form.getInputProps('email')}
        error={errors.email}
      />
      <TextInput label={t`Name`} autoComplete="off" {...form.getInputProps('name')} error={errors.name} />
    </FormDialog>
  )
}
