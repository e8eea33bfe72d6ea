import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
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
          <Empty title={t`Nothing published yet`}>
            <Trans>Each time the draft is published it becomes a version here.</Trans>
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
  const back = () =>
    restore.mutate(version.number, {
      onSuccess: () => toast(t`The draft is version ${version.number} now. Learners see it once it is published.`),
    })
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={700}>
            <Trans>Version {version.number}</Trans>{' '}
            {current && (
              <Badge ml={6}>
                <Trans>Learners see this</Trans>
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
            <Trans>What changed since</Trans>
          </Button>
          <Button size="xs" h={36} variant="light" loading={restore.isPending} onClick={back}>
            <Trans>Restore</Trans>
          </Button>
        </Group>
      </Group>
      {restore.error && <Failure error={restore.error} />}
      {open && <Differences courseId={courseId} from={version.number} />}
    </li>
  )
}

const words: Record<Schema<'Difference'>['change'], string> = {
  added: 'is new',
  removed: 'was removed',
  moved: 'has moved',
  changed: 'was changed',
}

/** Labels for the fields of lessons and sections. */
const members: Record<string, string> = {
  title: 'title',
  summary: 'summary',
  description: 'description',
  duration_seconds: 'duration',
  required: 'whether it is required',
  previewable: 'whether it is a free preview',
  release: 'when it opens',
  completion: 'when it counts as done',
  content_id: 'what is in it',
  video_id: 'its video',
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
          <Trans>The draft is the same.</Trans>
        </Text>
      }
    >
      {(found) => (
        <List size="sm" mt="xs" aria-label={t`What changed since version ${from}`}>
          {found.map((d) => (
            <List.Item key={`${d.id} ${d.change}`}>
              “{d.title}” {words[d.change]}
              {d.change === 'moved' && d.from !== d.to && t` from “${d.from ?? ''}” to “${d.to ?? ''}”`}
              {d.members && `: ${d.members.map((m) => members[m] ?? m).join(', ')}`}
            </List.Item>
          ))}
        </List>
      )}
    </QueryView>
  )
}
