import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
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
      title={t`Export your data`}
      lead={t`An archive of your profile, courses, viewing history and sign-ins, in files that other programs can read. It is kept for a week.`}
    >
      {order.error && <Failure error={order.error} />}
      <Button
        variant="light"
        loading={order.isPending}
        disabled={preparing}
        onClick={() => order.mutate()}
        style={{ alignSelf: 'start' }}
      >
        {preparing ? t`Preparing your export` : t`Export my data`}
      </Button>
      <QueryView
        query={exports}
        skeleton={<Skeleton w={120} h="1lh" />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No exports yet.</Trans>
          </Text>
        }
      >
        {(list) => (
          <ul className={classes.list} aria-label={t`Exports`} aria-live="polite">
            {list.map((x) => (
              <Item key={x.id} x={x} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

const states: Record<Export['status'], { label: MessageDescriptor; color: string }> = {
  preparing: { label: msg`Being prepared`, color: 'apricot' },
  ready: { label: msg`Ready`, color: 'evergreen' },
  failed: { label: msg`Failed`, color: 'red' },
  expired: { label: msg`Expired`, color: 'gray' },
}

function Item({ x }: { x: Export }) {
  const { label, color } = states[x.status]
  const [size, end] = [bytes(x.sizeBytes), instant(x.expiresAt)]
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{instant(x.createdAt)}</Text>
            <Badge color={color}>{t(label)}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {x.status === 'ready' && t`${size}, available until ${end}`}
            {x.status === 'failed' && t`Export again. If it fails again, tell your administrator.`}
            {x.status === 'expired' && t`Exports are kept for a week.`}
            {x.status === 'preparing' && t`We email you when it is ready. You don't need to wait here.`}
          </Text>
        </div>
        {x.downloadUrl && (
          <Button component="a" href={x.downloadUrl} download leftSection={<IconDownload size={18} />}>
            <Trans>Download archive</Trans>
          </Button>
        )}
      </Group>
      {x.status === 'preparing' && (
        <Progress
          mt="xs"
          value={(100 * x.tablesDone) / x.tablesTotal}
          aria-label={t`Progress of the export`}
          animated
        />
      )}
    </li>
  )
}
