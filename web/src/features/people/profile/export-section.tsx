import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { bytes, instant } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'

import { exportsQuery, useOrderExport } from './api'
import classes from './export-section.module.css'
import { Section } from './section'

type Export = Schema<'Export'>

/** Requests and downloads archives of the user's data. */
export function ExportSection() {
  const exports = useQuery(exportsQuery())
  const order = useOrderExport()
  const preparing = exports.data?.some(({ status }) => status === 'preparing') ?? false
  return (
    <Section
      id="export"
      title={t`Take your data with you`}
      lead={t`One archive with your profile, your courses, what you have watched and where you were signed in, as files that other programs can read. It is kept for a week.`}
    >
      {order.error && <Failure error={order.error} />}
      <Button
        variant="light"
        loading={order.isPending}
        disabled={preparing}
        onClick={() => order.mutate()}
        style={{ alignSelf: 'start' }}
      >
        {preparing ? t`Your data are being put together` : t`Put my data together`}
      </Button>
      <QueryView query={exports} skeleton={<Skeleton height={60} />} isEmpty={(list) => list.length === 0} empty={null}>
        {(list) => (
          <ul className={classes.list} aria-label={t`Archives`} aria-live="polite">
            {list.map((x) => (
              <Item key={x.id} x={x} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

const states: Record<Export['status'], { label: string; color: string }> = {
  preparing: { label: 'Being prepared', color: 'apricot' },
  ready: { label: 'Ready', color: 'evergreen' },
  failed: { label: 'Did not work', color: 'red' },
  expired: { label: 'Removed', color: 'gray' },
}

function Item({ x }: { x: Export }) {
  const { label, color } = states[x.status]
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{instant(x.createdAt)}</Text>
            <Badge color={color}>{label}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {x.status === 'ready' && t`${bytes(x.sizeBytes)}, until ${instant(x.expiresAt)}`}
            {x.status === 'failed' && 'Please order another; if that fails too, tell the people who run this site.'}
            {x.status === 'expired' && t`Archives are kept for a week.`}
            {x.status === 'preparing' && t`An email tells you when it is ready. You need not wait here.`}
          </Text>
        </div>
        {x.downloadUrl && (
          <Button component="a" href={x.downloadUrl} download leftSection={<IconDownload size={18} />}>
            <Trans>Fetch the archive</Trans>
          </Button>
        )}
      </Group>
      {x.status === 'preparing' && (
        <Progress
          mt="xs"
          value={(100 * x.tablesDone) / x.tablesTotal}
          aria-label={t`How far the archive is`}
          animated
        />
      )}
    </li>
  )
}
