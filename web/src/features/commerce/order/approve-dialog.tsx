import { t } from '@lingui/core/macro'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type Order, useApproveOrder } from './api'

/** Gives a company what it has ordered by invoice before it has paid. */
export function ApproveDialog({ order: { id, number }, onClose }: { order: Order; onClose: () => void }) {
  const approve = useApproveOrder()
  return (
    <Confirm
      title={t`Approve order ${number}?`}
      text={t`The company gets its seats now, before it has paid the invoice. Until it has paid you can cancel the order, which ends the seats.`}
      action={t`Approve`}
      onConfirm={() =>
        approve.mutate(id, {
          onSuccess: () => {
            toast(t`Order approved.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={approve.isPending}
      error={approve.error}
    />
  )
}
