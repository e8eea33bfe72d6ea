import { createFileRoute } from '@tanstack/react-router'

import { CouponsPage } from '@/features/commerce/coupon/coupons-page'

export const Route = createFileRoute('/_signed-in/admin/coupons')({
  staticData: { openTo: ['admin'] },
  component: CouponsPage,
})
