import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Company, companyQuery, ownCompaniesQuery } from './api'
import { EditCompanyDialog } from './company-dialog'
import { PeoplePanel } from './people-panel'
import type { Report } from './report-api'
import { ReportsPanel } from './reports-panel'
import { SeatsPanel } from './seats-panel'

export type PortalTab = 'seats' | 'people' | 'orders' | 'reports' | 'meetings'

type Shown = { company?: string | undefined; tab?: PortalTab | undefined; report?: Report | undefined }

type Props = {
  /** The company that the address names; otherwise the first that the user manages. */
  companyId?: string | undefined
  tab: PortalTab
  report?: Report | undefined
  /** What a manager sees above the lists. */
  overview?: ((companyId: string) => ReactNode) | undefined
  /** What it has ordered. */
  orders?: ((companyId: string) => ReactNode) | undefined
  /** What its people attend, for a manager. */
  meetings?: ReactNode
  onShow: (shown: Shown) => void
}

/** Where those who look after a company work. */
export function PortalPage({ companyId, tab, report, overview, orders, meetings, onShow }: Props) {
  const own = useQuery({ ...ownCompaniesQuery(), select: (all) => all.filter(({ role }) => role !== 'member') })
  if (companyId)
    return (
      <Portal companyId={companyId} own={own.data ?? []} {...{ tab, report, overview, orders, meetings, onShow }} />
    )
  return (
    <QueryView
      query={own}
      skeleton={<Skeleton height={420} radius="lg" />}
      isPage
      isEmpty={(all) => all.length === 0}
      empty={
        <Empty isPage title={t`No company yet`} action={<ButtonLink to="/courses">{t`Browse courses`}</ButtonLink>}>
          <Trans>The school sets up your company and sends you an invitation by email.</Trans>
        </Empty>
      }
    >
      {(all) => {
        const first = all[0]
        return (
          first && (
            <Portal companyId={first.company_id} own={all} {...{ tab, report, overview, orders, meetings, onShow }} />
          )
        )
      }}
    </QueryView>
  )
}

type Own = { company_id: string; name: string }[]

function Portal({ companyId, ...shown }: Props & { companyId: string; own: Own }) {
  const company = useQuery(companyQuery(companyId))
  return (
    <QueryView query={company} skeleton={<Skeleton height={420} radius="lg" />} isPage>
      {({ value }) => <ShownCompany company={value} {...shown} />}
    </QueryView>
  )
}

function ShownCompany({ company, ...shown }: Omit<Props, 'companyId'> & { company: Company; own: Own }) {
  const { own, tab, report, overview, orders, meetings, onShow } = shown
  const { id, name, own_role } = company
  const [editing, setEditing] = useState(false)
  const manages = own_role !== 'billing'
  return (
    <>
      <PageHead title={name} lead={t`Your people, their courses and what they have learned.`}>
        {own.length > 1 && (
          <NativeSelect
            aria-label={t`Company`}
            value={id}
            data={own.map(({ company_id, name: label }) => ({ value: company_id, label }))}
            onChange={(event) => onShow({ company: event.currentTarget.value })}
          />
        )}
        {manages && (
          <Button variant="default" onClick={() => setEditing(true)}>
            <Trans>Edit company</Trans>
          </Button>
        )}
      </PageHead>
      {own_role === 'manager' && overview?.(id)}
      <SegmentedControl
        aria-label={t`Show`}
        mb="md"
        maw="100%"
        style={{ overflowX: 'auto' }}
        value={tab}
        onChange={(value) => onShow({ company: id, tab: value as PortalTab })}
        data={[
          { value: 'seats', label: t`Seats` },
          ...(manages ? [{ value: 'people', label: t`People` }] : []),
          ...(orders ? [{ value: 'orders', label: t`Orders` }] : []),
          { value: 'reports', label: t({ message: `Reports`, context: 'company' }) },
          ...(own_role === 'manager' && meetings ? [{ value: 'meetings', label: t`Meetings` }] : []),
        ]}
      />
      {tab === 'seats' && (
        <SeatsPanel
          companyId={id}
          manages={manages}
          grants={!own_role}
          onOrdered={() => onShow({ company: id, tab: 'orders' })}
        />
      )}
      {tab === 'orders' && orders?.(id)}
      {manages && tab === 'people' && <PeoplePanel companyId={id} />}
      {tab === 'reports' && (
        <ReportsPanel
          companyId={id}
          manages={manages}
          report={report}
          onShow={(next) => onShow({ company: id, tab: 'reports', report: next })}
        />
      )}
      {own_role === 'manager' && tab === 'meetings' && meetings}
      {editing && <EditCompanyDialog id={id} forAdmins={!own_role} onClose={() => setEditing(false)} />}
    </>
  )
}
