import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty } from '@/shared/empty'
import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { decimal, percent } from '@/shared/format'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type CapacityReport, capacityQuery, workloadQuery } from './api'
import { CapacityPanels } from './capacity-panels'
import { FillTables, MergeHints } from './fill-tables'
import { StatusPanel } from './status-panel'
import { WorkloadTable } from './workload-table'

type Props = {
  /** Whether the user sees all batches: administrators. */
  forAll: boolean
  /** A link back to the batches. */
  children: ReactNode
}

/** How much instructors teach and how full batches are: who has too much, what is half empty, what fits together. */
export function WorkloadPage({ forAll, children }: Props) {
  const capacity = useQuery(capacityQuery())
  const workload = useQuery(workloadQuery())
  return (
    <>
      <PageHead
        title={t`Workload and capacity`}
        lead={
          forAll
            ? t`How much instructors teach, and how full running and upcoming batches are.`
            : t`How much you teach, and how full your running and upcoming batches are.`
        }
      >
        {children}
      </PageHead>
      <Stack gap="xl">
        <QueryView
          query={capacity}
          skeleton={<CapacitySkeleton />}
          isEmpty={(report) => !hasBatches(report)}
          empty={
            <Empty title={t`No batches yet`}>
              <Trans>Figures appear here with the first batch.</Trans>
            </Empty>
          }
        >
          {(report) => (
            <>
              <Figures report={report} />
              <CapacityPanels report={report} />
            </>
          )}
        </QueryView>
        <QueryView query={workload} skeleton={<Skeleton h={240} radius="lg" />}>
          {({ instructors }) => <WorkloadTable instructors={instructors} forAll={forAll} />}
        </QueryView>
        {capacity.data && hasBatches(capacity.data) && (
          <>
            <MergeHints hints={capacity.data.merge_hints} />
            <FillTables {...capacity.data} />
          </>
        )}
        {forAll && <StatusPanel />}
      </Stack>
    </>
  )
}

const hasBatches = ({ by_status }: CapacityReport) => by_status.some(({ batches }) => batches > 0)

const CapacitySkeleton = () => (
  <>
    <FiguresSkeleton />
    <Skeleton h={290} mt="xl" radius="lg" />
  </>
)

function Figures({ report: { overall, underfull, wanted } }: { report: CapacityReport }) {
  const [taken, all] = [decimal(overall.total_enrolled), decimal(overall.total_capacity)]
  const waiting = wanted.reduce((n, batch) => n + batch.waiting, 0)
  return (
    <section aria-label={t`Figures`}>
      <FigureList
        figures={[
          { name: t`Seats taken`, value: percent(overall.utilization), note: t`${taken} of ${all} seats` },
          {
            name: t`Free seats`,
            value: decimal(overall.available_spots),
            note: plural(overall.batches, { one: 'in # batch', other: 'in # batches' }),
          },
          { name: t`Less than half full`, value: decimal(underfull.length), note: t`groups` },
          {
            name: t`Waiting for a seat`,
            value: decimal(waiting),
            note: plural(wanted.length, { one: 'in # group', other: 'in # groups' }),
          },
        ]}
      />
    </section>
  )
}
