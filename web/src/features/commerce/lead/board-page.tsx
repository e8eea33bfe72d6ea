import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, useDraggable, useDroppable } from '@dnd-kit/react'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Group, Menu, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowsExchange, IconDownload, IconGripVertical } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Ago } from '@/shared/ago'
import { allItems } from '@/shared/cursor-pages'
import { dragSensors } from '@/shared/drag-sensors'
import { FilterSelect } from '@/shared/filter-select'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import classes from './board.module.css'
import { kindLabels, kinds, statuses, statusLabels } from './labels'
import {
  administratorsQuery,
  type Lead,
  type LeadFilters,
  type LeadStatus,
  leadsQuery,
  useExportLeads,
  useMoveLead,
} from './staff-api'

type Props = { filters: LeadFilters; onFilters: (filters: LeadFilters) => void }

type Move = (lead: Pick<Lead, 'id' | 'full_name' | 'status'>, to: LeadStatus) => void

/** All leads in a column for each status, for administrators. They are moved by dragging or by a menu. */
export function LeadsPage({ filters, onFilters }: Props) {
  const sheet = useExportLeads(filters)
  const moving = useMoveLead()
  const move: Move = ({ id, full_name: name, status }, to) => {
    if (status === to) return
    const column = t(statusLabels[to])
    moving.mutate({ id, status: to }, { onSuccess: () => toast(t`${name} is now in “${column}”.`) })
  }
  return (
    <>
      <PageHead title={t`Leads`} lead={t`Requests that visitors send through the forms on your site.`}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      {moving.error && <Failure error={moving.error} />}
      <Filters filters={filters} onFilters={onFilters} />
      <DragDropProvider
        sensors={dragSensors}
        plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
        onDragEnd={({ operation: { source, target }, canceled }) => {
          const to = statuses.find((status) => status === target?.id)
          const lead = source?.data.lead as Lead | undefined
          if (!canceled && to && lead) move(lead, to)
        }}
      >
        <section className={classes.board} aria-label={t`Leads by status`} tabIndex={-1}>
          {statuses.map((status) => (
            <Column key={status} status={status} filters={filters} move={move} />
          ))}
        </section>
        <DragOverlay dropAnimation={null}>
          {({ data }) => <div className={classes.carried}>{(data.lead as Lead).full_name}</div>}
        </DragOverlay>
      </DragDropProvider>
    </>
  )
}

function Filters({ filters, onFilters }: Props) {
  const administrators = useQuery(administratorsQuery)
  const set = (change: LeadFilters) => onFilters({ ...filters, ...change })
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        <SearchField
          label={t`Name, email address or company`}
          value={filters.search ?? ''}
          onSearch={(search) => set({ search: search || undefined })}
          flex="1 1 240px"
          maw={360}
        />
        <FilterSelect
          label={t`Form`}
          value={filters.kind}
          choices={kinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
          onChange={(kind) => set({ kind })}
        />
        <FilterSelect
          label={t`Assigned to`}
          w={200}
          all={t`Anyone`}
          value={filters.assigned_to}
          choices={(administrators.data?.items ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))}
          onChange={(assigned_to) => set({ assigned_to })}
        />
      </Group>
    </search>
  )
}

function Column({ status, filters, move }: { status: LeadStatus; filters: LeadFilters; move: Move }) {
  const leads = useInfiniteQuery(leadsQuery(status, filters))
  const drop = useDroppable({ id: status })
  const total = leads.data?.pages[0]?.pagination.total_items
  const name = t(statusLabels[status])
  return (
    <section ref={drop.ref} className={classes.column} data-target={drop.isDropTarget || undefined} aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {name}
        </Title>
        {total !== undefined && (
          <Badge variant="default" aria-label={plural(total, { one: '# lead', other: '# leads' })}>
            {total}
          </Badge>
        )}
      </Group>
      <QueryView
        query={leads}
        skeleton={<Skeleton height={96} radius="md" />}
        isEmpty={(data) => allItems(data).length === 0}
        empty={
          <Text size="sm" c="dimmed">
            <Trans>No leads</Trans>
          </Text>
        }
      >
        {(data) => (
          <>
            <ul className={classes.cards}>
              {allItems(data).map((lead) => (
                <Card key={lead.id} lead={lead} move={move} />
              ))}
            </ul>
            <MoreButton query={leads} />
          </>
        )}
      </QueryView>
    </section>
  )
}

function Card({ lead, move }: { lead: Lead; move: Move }) {
  const { id, full_name, kind, company_name, course_title, created_at, next_action, next_action_at, assignee_name } =
    lead
  const drag = useDraggable({ id, data: { lead } })
  const isDue = next_action_at !== null && Date.parse(next_action_at) < Date.now()
  return (
    <li ref={drag.ref} className={classes.card} data-dragged={drag.isDragSource || undefined}>
      <div className={classes.head}>
        <TextLink to="/admin/leads/$leadId" params={{ leadId: id }} fw={600}>
          {full_name}
        </TextLink>
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            ref={drag.handleRef}
            className={classes.handle}
            variant="subtle"
            color="gray"
            aria-hidden="true"
            tabIndex={-1}
          >
            <IconGripVertical size={16} aria-hidden="true" />
          </ActionIcon>
          <MoveMenu lead={lead} move={move} />
        </Group>
      </div>
      <Text size="sm">{t(kindLabels[kind])}</Text>
      {(company_name || course_title) && (
        <Text size="sm" c="dimmed">
          {[company_name, course_title].filter(Boolean).join(' · ')}
        </Text>
      )}
      {next_action && (
        <Text size="sm" {...(isDue && { c: 'red' })}>
          {next_action}
          {next_action_at && (
            <>
              {' · '}
              <Day at={next_action_at} />
            </>
          )}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <Ago at={created_at} />
        {assignee_name && ` · ${assignee_name}`}
      </Text>
    </li>
  )
}

/** Moves a lead without dragging. */
function MoveMenu({ lead, move }: { lead: Lead; move: Move }) {
  const name = lead.full_name
  return (
    <Menu position="bottom-end" shadow="md" radius="md" keepMounted={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Move “${name}”`}>
          <IconArrowsExchange size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Move to</Trans>
        </Menu.Label>
        {statuses
          .filter((status) => status !== lead.status)
          .map((status) => (
            <Menu.Item key={status} onClick={() => move(lead, status)}>
              {t(statusLabels[status])}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
