import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { BarChart, Bars } from '@/shared/bar-chart'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { decimal, percent, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { figuresQuery } from './api'
import { priorities, typeLabels } from './labels'

type AllFigures = Schema<'AnnouncementFigures'>
type Performance = Schema<'AnnouncementPerformance'>

/** How many people announcements reach, and how many read and confirm them. The link leads back to the announcements. */
export function FiguresPage({ children }: { children: ReactNode }) {
  const figures = useQuery(figuresQuery())
  return (
    <>
      <PageHead
        title={t`Reach of announcements`}
        lead={t`How many people announcements reach, and how many read and confirm them.`}
      >
        {children}
      </PageHead>
      <QueryView
        query={figures}
        skeleton={<FiguresOutline />}
        isEmpty={({ total }) => total === 0}
        empty={
          <Empty title={t`No announcements yet`}>
            <Trans>Figures appear here with the first announcement.</Trans>
          </Empty>
        }
      >
        {(found) => (
          <Stack gap="xl">
            <Summary figures={found} />
            <Days days={found.recentActivity ?? []} />
            <Newest rows={found.newest ?? []} />
            <Kinds figures={found} />
          </Stack>
        )}
      </QueryView>
    </>
  )
}

const FiguresOutline = () => (
  <>
    <FiguresSkeleton />
    <Skeleton h={290} mt="xl" radius="lg" />
    <Skeleton h={290} mt="xl" radius="lg" />
  </>
)

const sum = (rows: Performance[], of: (row: Performance) => number) => rows.reduce((n, row) => n + of(row), 0)

function Summary({ figures: { byStatus, newest, averageReadRate } }: { figures: AllFigures }) {
  const rows = newest ?? []
  const asking = rows.filter(({ requiresAck }) => requiresAck)
  const [reach, read] = [decimal(sum(rows, ({ addressed }) => addressed)), decimal(sum(rows, (row) => row.read))]
  const asked = sum(asking, ({ addressed }) => addressed)
  const [confirmed, ofAsked] = [decimal(sum(asking, ({ acknowledged }) => acknowledged)), decimal(asked)]
  return (
    <section aria-label={t`Figures`}>
      <FigureList
        figures={[
          { name: t`Published`, value: decimal(byStatus.published ?? 0), note: t`shown now` },
          { name: t`Recipients`, value: reach, note: t`of the 20 newest together` },
          { name: t`Read`, value: percent(averageReadRate), note: t`${read} of ${reach}` },
          {
            name: t`Confirmed`,
            value: asked === 0 ? '–' : percent((100 * sum(asking, ({ acknowledged }) => acknowledged)) / asked),
            note: asked === 0 ? t`None asks for it` : t`${confirmed} of ${ofAsked}`,
          },
        ]}
      />
    </section>
  )
}

function Days({ days }: { days: Schema<'DayOfActivity'>[] }) {
  const chart = (of: 'read' | 'acknowledged', title: string, value: string, none: string) => {
    const count = decimal(days.reduce((n, day) => n + day[of], 0))
    return (
      <BarChart
        title={title}
        columns={{ period: t`Day`, value }}
        bars={days.map((day) => ({ label: toDay(day.date), mark: toDay(day.date), value: day[of] }))}
        summary={t`${title}: ${count} in 30 days`}
        none={none}
      />
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {chart('read', t`Read by day`, t`Read`, t`Nothing was read in the last 30 days.`)}
      {chart('acknowledged', t`Confirmed by day`, t`Confirmed`, t`Nothing was confirmed in the last 30 days.`)}
    </SimpleGrid>
  )
}

function Newest({ rows }: { rows: Performance[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="newest">
      <Title order={2} size="h3" id="newest" mb="sm">
        <Trans>Newest announcements</Trans>
      </Title>
      <DataTable
        label={t`Newest announcements`}
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          {
            id: 'title',
            label: t`Title`,
            place: 'lead',
            cell: ({ id, title }) => (
              <TextLink to="/announcements/$announcementId" params={{ announcementId: id }} fw={600}>
                {title}
              </TextLink>
            ),
          },
          { id: 'published', label: t`Published`, cell: ({ publishDate }) => toDay(publishDate) },
          { id: 'reach', label: t`Recipients`, cell: ({ addressed }) => decimal(addressed) },
          { id: 'read', label: t`Read`, cell: (row) => `${decimal(row.read)} (${percent(row.readRate)})` },
          {
            id: 'confirmed',
            label: t`Confirmed`,
            cell: ({ requiresAck, acknowledged }) => (requiresAck ? decimal(acknowledged) : '–'),
          },
        ]}
      />
    </section>
  )
}

function Kinds({ figures: { byType, byPriority } }: { figures: AllFigures }) {
  const levels = Object.fromEntries(Object.entries(priorities).map(([name, { label }]) => [name, label]))
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Panel title={t`By type`} labels={typeLabels} counts={byType} />
      <Panel title={t`By priority`} labels={levels} counts={byPriority} />
    </SimpleGrid>
  )
}

type PanelProps = { title: string; labels: Record<string, MessageDescriptor>; counts: Record<string, number> }

function Panel({ title, labels, counts }: PanelProps) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Text fw={650} mb="sm">
        {title}
      </Text>
      <Bars bars={Object.entries(labels).map(([name, label]) => ({ label: t(label), value: counts[name] ?? 0 }))} />
    </Card>
  )
}
