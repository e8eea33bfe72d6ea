import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Ago } from '@/shared/ago'
import { FiguresSkeleton } from '@/shared/figure-list'
import { QueryView } from '@/shared/query-view'

import { type Dashboard, type DashboardRole, dashboardQuery, metricsQuery } from './api'
import { CourseFunnels } from './course-funnels'
import { FigureCards } from './figure-cards'
import { TodayList } from './today-list'
import { Trend } from './trend'

type Role = Exclude<DashboardRole, 'student'>

type Props = {
  of: Role
  /** Of a corporate client. */
  company?: string
  /** Kinds of what waits that stand elsewhere on the page. */
  without?: string[]
}

/** The dashboard of a role: what waits comes before any figure. */
export function DashboardView({ of, company, without }: Props) {
  const dashboard = useQuery(dashboardQuery(of, company))
  const metrics = useQuery(metricsQuery())
  return (
    <QueryView query={metrics.data ? dashboard : { ...metrics, data: undefined }} skeleton={<DashboardSkeleton />}>
      {(found) => (
        <>
          <TodayList items={found.today} without={without ?? []} />
          <Figures dashboard={found} />
        </>
      )}
    </QueryView>
  )
}

/** The same without what waits, for a page that begins with it. */
export function DashboardFigures({ of }: { of: Role }) {
  const dashboard = useQuery(dashboardQuery(of))
  const metrics = useQuery(metricsQuery())
  return (
    <QueryView query={metrics.data ? dashboard : { ...metrics, data: undefined }} skeleton={<DashboardSkeleton />}>
      {(found) => <Figures dashboard={found} />}
    </QueryView>
  )
}

const DashboardSkeleton = () => (
  <Stack gap="xl">
    <Skeleton height={120} radius="lg" />
    <FiguresSkeleton />
    <Skeleton height={350} radius="lg" />
  </Stack>
)

function Figures({ dashboard: { role, figures, courses, asOf, timezone } }: { dashboard: Dashboard }) {
  if (figures.length === 0) return null
  const to =
    figures
      .map((figure) => figure.to)
      .sort()
      .at(-1) ?? ''
  return (
    <Stack component="section" gap="lg" aria-labelledby="figures" mb="xl">
      <div>
        <Title order={2} size="h3" id="figures">
          <Trans>Figures</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          {asOf ? (
            <Trans>
              Last updated: <Ago at={asOf} />. Days begin at midnight, {timezone}.
            </Trans>
          ) : (
            <Trans>The figures are being prepared.</Trans>
          )}
        </Text>
      </div>
      <FigureCards figures={figures} />
      {role === 'admin' && <Trend scope="school" to={to} first="active_7" />}
      {role === 'instructor' && <Trend scope="self" to={to} first="lessons_done" />}
      {courses && courses.length > 0 && <CourseFunnels courses={courses} />}
    </Stack>
  )
}
