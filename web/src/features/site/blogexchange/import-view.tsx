import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, List, Progress, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { keptText, serverText } from '@/api/problem-text'
import { blogKeys } from '@/features/site/blog/keys'
import { DataTable } from '@/shared/data-table'
import { decimal } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import { type ImportedPost, type PostImportReport, postImportQuery } from './api'
import { noteText } from './notes'

type PreviewProps = { id: string; pending: boolean; onCommit: () => void }

/** Follows a dry run; then what it has found, to be confirmed. */
export function ImportPreview({ id, pending, onCommit }: PreviewProps) {
  return (
    <QueryView query={useQuery(postImportQuery(id))} skeleton={<Skeleton height={96} />}>
      {(report) => {
        if (report.state === 'running') return <Running report={report} />
        const changes = report.created + report.updated
        return (
          <>
            <Ended report={report} />
            {report.state === 'done' && (
              <Group>
                <Button disabled={changes === 0} loading={pending} onClick={onCommit}>
                  {changes === 0
                    ? t`Nothing to import`
                    : plural(changes, { one: 'Import # post', other: 'Import # posts' })}
                </Button>
              </Group>
            )}
            <Posts report={report} />
          </>
        )
      }}
    </QueryView>
  )
}

/** Follows an import; then what has become of the posts. */
export function ImportView({ id, onAgain }: { id: string; onAgain: () => void }) {
  const query = useQuery(postImportQuery(id))
  const client = useQueryClient()
  const over = query.data && query.data.state !== 'running'
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: blogKeys.all })
  }, [over, client])
  return (
    <QueryView query={query} skeleton={<Skeleton height={96} />}>
      {(report) =>
        report.state === 'running' ? (
          <Running report={report} />
        ) : (
          <>
            <Ended report={report} />
            <Group>
              <ButtonLink to="/teach/blog">
                <Trans>Show posts</Trans>
              </ButtonLink>
              <Button variant="default" onClick={onAgain}>
                <Trans>Import another file</Trans>
              </Button>
            </Group>
            <Posts report={report} />
          </>
        )
      }
    </QueryView>
  )
}

function Running({ report: { dryRun, total, created, updated, unchanged, refused } }: { report: PostImportReport }) {
  const reached = created + updated + unchanged + refused
  const [soFar, all] = [decimal(reached), decimal(total)]
  return (
    <>
      <Progress value={(reached / Math.max(1, total)) * 100} animated aria-label={t`Progress`} />
      <Text role="status">{dryRun ? t`Checked ${soFar} of ${all} posts.` : t`Imported ${soFar} of ${all} posts.`}</Text>
    </>
  )
}

function Ended({
  report: { dryRun, state, reason, created, updated, unchanged, refused },
}: {
  report: PostImportReport
}) {
  const [changed, same, bad] = [decimal(updated), decimal(unchanged), decimal(refused)]
  const sentences = [
    dryRun ? t`This is a preview; nothing was changed.` : state === 'done' ? t`Import completed.` : t`Stopped.`,
    t`${plural(created, { one: '# new post', other: '# new posts' })}, ${changed} updated, ${same} unchanged, ${bad} refused.`,
    keptText(reason),
  ]
  return (
    <Alert color={state === 'done' && refused === 0 ? 'evergreen' : 'yellow'} role="status">
      {sentences.filter(Boolean).join(' ')}
    </Alert>
  )
}

const outcomes: Record<ImportedPost['outcome'], { label: MessageDescriptor; color: string }> = {
  created: { label: msg`New`, color: 'evergreen' },
  updated: { label: msg`Updated`, color: 'evergreen' },
  unchanged: { label: msg`Unchanged`, color: 'gray' },
  refused: { label: msg`Refused`, color: 'red' },
}

const shownPosts = 200 // that a table holds with ease

function Posts({ report: { posts, total } }: { report: PostImportReport }) {
  if (posts.length === 0) return null
  const some = posts.slice(0, shownPosts)
  const [shown, all] = [decimal(some.length), decimal(total)]
  return (
    <>
      <DataTable
        tall
        label={t`Posts of the file`}
        rows={some}
        idOf={({ file }) => file}
        columns={[
          { id: 'title', label: t`Title`, place: 'lead', cell: (post) => <TitleCell post={post} /> },
          {
            id: 'outcome',
            label: t`Result`,
            cell: ({ outcome }) => (
              <Badge variant="light" color={outcomes[outcome].color}>
                {t(outcomes[outcome].label)}
              </Badge>
            ),
          },
          { id: 'notes', label: t`Remarks`, cell: (post) => <Notes post={post} /> },
        ]}
      />
      {total > some.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            Showing the first {shown} of {all} posts.
          </Trans>
        </Text>
      )}
    </>
  )
}

const TitleCell = ({ post: { title, file, postId } }: { post: ImportedPost }) => (
  <>
    {postId ? (
      <TextLink to="/teach/blog/$postId" params={{ postId }} fw={600}>
        {title}
      </TextLink>
    ) : (
      <Text fw={600}>{title || t`Untitled`}</Text>
    )}
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {file}
    </Text>
  </>
)

function Notes({ post: { outcome, code, reason, notes } }: { post: ImportedPost }) {
  if (outcome === 'refused') return serverText(code, reason)
  if (notes.length === 0) return '–'
  return (
    <List size="sm" withPadding={false}>
      {notes.map((note) => (
        <List.Item key={`${note.code} ${note.about}`}>{noteText(note)}</List.Item>
      ))}
    </List>
  )
}
