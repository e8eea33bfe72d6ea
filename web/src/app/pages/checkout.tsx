import { Container } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { CheckoutPage } from '@/features/commerce/checkout/checkout-page'
import { OrderPage } from '@/features/commerce/checkout/order-page'
import { RefundRequest } from '@/features/commerce/order/refund-request'
import { useAccount } from '@/features/people/account/api'
import { profileQuery } from '@/features/people/profile/api'

import { NotFoundPage } from './not-found-page'

const route = getRouteApi('/_signed-in/checkout')

const leave = (address: string) => window.location.assign(address)

export function CheckoutRoute() {
  const navigate = route.useNavigate()
  const { order, course, plan = 'batch', currency, gift = false } = route.useSearch()
  const isAdministrator = useAccount()?.roles.includes('admin') ?? false
  const profile = useQuery({ ...profileQuery(), enabled: !order })
  if (order) {
    return (
      <Container size="lg" py="xl">
        <OrderPage
          orderId={order}
          leave={leave}
          canSimulate={isAdministrator}
          refund={<RefundRequest orderId={order} />}
        />
      </Container>
    )
  }
  if (!course || !currency) return <NotFoundPage />
  if (!profile.data) return null // still loading
  return (
    <Container size="lg" py="xl">
      <CheckoutPage
        cart={{ lines: [{ course_id: course, plan }], currency, is_gift: gift }}
        buyer={profile.data.fullName}
        leave={leave}
        onOrdered={(id) => void navigate({ search: { order: id }, replace: true })}
      />
    </Container>
  )
}
