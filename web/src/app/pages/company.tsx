import { Container } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'

import { PortalPage } from '@/features/commerce/company/portal-page'
import { CompanyOrders } from '@/features/commerce/order/company-orders'
import { DashboardView } from '@/features/site/report/dashboard'
import { EmployeeMeetings } from '@/features/teaching/calendar/employee-meetings'

const route = getRouteApi('/_signed-in/company')

/** The portal of a company. */
export function CompanyRoute() {
  const { company, tab = 'seats', report } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Container size={1240} pt="lg">
      <PortalPage
        companyId={company}
        tab={tab}
        report={report}
        overview={(id) => <DashboardView of="corporate" company={id} />}
        orders={(id) => <CompanyOrders companyId={id} />}
        meetings={<EmployeeMeetings />}
        onShow={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
    </Container>
  )
}
