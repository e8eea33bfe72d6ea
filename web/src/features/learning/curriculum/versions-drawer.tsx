import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
import { list } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import classes from './builder-page.module.css'
import { differencesQuery, useRestore, versionsQuery } from './versions-api'

type Props = { courseId: string; published: number; onClose: () => void }

/** The published versions, each with its differences from the draft and a button to restore it. */
export function VersionsDrawer({ courseId, published, onClose }: Props) {
  const [page, setPage] = useState(1)
  const versions = useQuery(versionsQuery(courseId, page))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t`Versions`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <QueryView
        query={versions}
        skeleton={<Skeleton height={200} />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty title={t`No versions yet`}>
            <Trans>Each time you publish the draft, it is kept here as a version.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <Stack>
            <ol className={classes.versions} aria-label={t`Versions`}>
              {items.map((v) => (
                <Version key={v.number} courseId={courseId} version={v} current={v.number === published} />
              ))}
            </ol>
            <Pages pagination={pagination} onPage={setPage} />
          </Stack>
        )}
      </QueryView>
    </Drawer>
  )
}

type VersionProps = { courseId: string; version: Schema<'PublishedCurriculum'>; current: boolean }

function Version({ courseId, version, current }: VersionProps) {
  const [open, setOpen] = useState(false)
  const restore = useRestore(courseId)
  const { number } = version
  const back = () =>
    restore.mutate(number, {
      onSuccess: () => toast(t`Version ${number} restored as the draft. Publish it to show it to learners.`),
    })
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={700}>
            <Trans>Version {number}</Trans>{' '}
            {current && (
              <Badge ml={6}>
                <Trans>Learners see this version</Trans>
              </Badge>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            <Moment at={version.published_at} />
          </Text>
          {version.note && <Text size="sm">{version.note}</Text>}
        </div>
        <Group gap="xs">
          <Button size="xs" h={36} variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Trans>Changes since then</Trans>
          </Button>
          <Button size="xs" h={36} variant="light" loading={restore.isPending} onClick={back}>
            <Trans>Restore</Trans>
          </Button>
        </Group>
      </Group>
      {restore.error && <Failure error={restore.error} />}
      {open && <Differences courseId={courseId} from={number} />}
    </li>
  )
}

/** Labels for the fields of lessons and sections. */
const fieldLabels: Record<string, MessageDescriptor> = {
  title: msg`title`,
  summary: msg`summary`,
  description: msg`description`,
  duration_seconds: msg`duration`,
  required: msg`required or optional`,
  previewable: msg`free preview`,
  release: msg`availability`,
  completion: msg`completion rule`,
  content_id: msg`content`,
  video_id: msg`video`,
}

function fieldLabel(member: string) {
  const label = fieldLabels[member]
  return label ? t(label) : member
}

function differenceText({ title, change, from = '', to = '', members = [] }: Schema<'Difference'>) {
  switch (change) {
    case 'added':
      return t`“${title}” was added`
    case 'removed':
      return t`“${title}” was removed`
    case 'moved':
      return from === to ? t`“${title}” was moved` : t`“${title}” was moved from “${from}” to “${to}”`
    case 'changed': {
      const fields = list(members.map(fieldLabel))
      return fields ? t`“${title}” was changed: ${fields}` : t`“${title}” was changed`
    }
  }
}

/** The differences between a version and the draft. */
function Differences({ courseId, from }: { courseId: string; from: number }) {
  const differences = useQuery(differencesQuery(courseId, from, 0))
  return (
    <QueryView
      query={differences}
      skeleton={<Skeleton height={60} />}
      isEmpty={(d) => d.length === 0}
      empty={
        <Text size="sm" mt="xs" c="dimmed">
          <Trans>The draft has not changed since this version.</Trans>
        </Text>
      }
    >
      {(found) => (
        <List size="sm" mt="xs" aria-label={t`Changes since version ${from}`}>
          {found.map((d) => (
            <List.Item key={`${d.id} ${d.change}`}>{differenceText(d)}</List.Item>
          ))}
        </List>
      )}
    </QueryView>
  )
}
