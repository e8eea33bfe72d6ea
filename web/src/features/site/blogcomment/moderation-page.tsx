import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { LinkedText } from '@/shared/linked-text'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { type CommentStatus, type ModeratedComment, moderatedQuery, type Queue, queues, useDecide } from './api'
import { BlockButton } from './block-button'
import { CommentHead } from './comment-item'
import classes from './comments.module.css'
import { queueLabels, signLabel } from './labels'

type Props = { queue: Queue; onQueue: (queue: Queue) => void }

/** The comments on posts, for administrators to decide on. */
export function CommentModerationPage({ queue, onQueue }: Props) {
  return (
    <>
      <PageHead
        title={t`Comments`}
        lead={t`Comments on blog posts. Comments that look like spam always wait here for approval.`}
      />
      <div className={classes.queues}>
        <SegmentedControl
          aria-label={t`Show`}
          value={queue}
          onChange={(value) => onQueue(queues.find((q) => q === value) ?? 'pending')}
          data={queues.map((value) => ({ value, label: t(queueLabels[value]) }))}
        />
      </div>
      <List key={queue} queue={queue} />
    </>
  )
}

function List({ queue }: { queue: Queue }) {
  const comments = useInfiniteQuery(moderatedQuery(queue))
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <>
      <QueryView
        query={comments}
        skeleton={<Rows height={140} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No comments here`}>
            {queue === 'pending' ? t`Comments that wait for approval appear here.` : t`Nothing to decide.`}
          </Empty>
        }
      >
        {({ items }) => {
          const there = chosen.filter((id) => items.some((c) => c.id === id))
          return (
            <>
              <Group mb="md" mih={36}>
                <Checkbox
                  label={t`Select all`}
                  checked={there.length === items.length}
                  indeterminate={there.length > 0 && there.length < items.length}
                  onChange={(event) => setChosen(event.currentTarget.checked ? items.map(({ id }) => id) : [])}
                />
                {there.length > 0 && <Decisions ids={there} queue={queue} onDone={() => setChosen([])} />}
              </Group>
              <Stack component="ul" aria-label={t`Comments`} p={0} m={0} gap="md" style={{ listStyle: 'none' }}>
                {items.map((comment) => (
                  <Item
                    key={comment.id}
                    comment={comment}
                    queue={queue}
                    chosen={there.includes(comment.id)}
                    onChosen={(on) => setChosen(on ? [...there, comment.id] : there.filter((id) => id !== comment.id))}
                  />
                ))}
              </Stack>
            </>
          )
        }}
      </QueryView>
      <MoreButton query={comments} />
    </>
  )
}

type ItemProps = { comment: ModeratedComment; queue: Queue; chosen: boolean; onChosen: (on: boolean) => void }

function Item({ comment, queue, chosen, onChosen }: ItemProps) {
  const { id, body, authorId, authorFullName, postSlug, postTitle, reasons, reports, reason, isBlocked } = comment
  const name = personName(authorFullName)
  return (
    <Card component="li" withBorder>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Checkbox
          aria-label={t`Select the comment of ${name}`}
          checked={chosen}
          onChange={(event) => onChosen(event.currentTarget.checked)}
        />
        <div style={{ minWidth: 0 }}>
          <CommentHead comment={comment}>
            {isBlocked && (
              <Badge color="red">
                <Trans>Blocked</Trans>
              </Badge>
            )}
          </CommentHead>
          <Group gap="sm">
            <TextLink to="/blog/$slug" params={{ slug: postSlug }} size="sm">
              {postTitle}
            </TextLink>
            <TextLink to="/admin/users/$userId" params={{ userId: authorId }} size="sm">
              {name}
            </TextLink>
          </Group>
          <Text className={classes.body} mt="xs">
            <LinkedText text={body} />
          </Text>
          <Group gap="xs" mt="xs">
            {reasons.map((sign) => (
              <Badge key={sign} color="apricot">
                {t(signLabel(sign))}
              </Badge>
            ))}
            {reports > 0 && <Badge color="red">{plural(reports, { one: '# report', other: '# reports' })}</Badge>}
          </Group>
          {reason && (
            <Text size="sm" mt="xs">
              <Trans>Rejected because: {reason}</Trans>
            </Text>
          )}
          <Group gap="xs" mt="sm">
            <Decisions ids={[id]} queue={queue} />
            <BlockButton userId={authorId} name={name} isBlocked={isBlocked} />
          </Group>
        </div>
      </Group>
    </Card>
  )
}

type DecisionsProps = { ids: string[]; queue: Queue; onDone?: () => void }

/** Buttons that decide on some comments. A decision can be undone from the message that confirms it. */
function Decisions({ ids, queue, onDone }: DecisionsProps) {
  const decide = useDecide()
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const put = (status: CommentStatus, why = '') =>
    decide.mutate(
      { ids, status, reason: why },
      {
        onSuccess: (all) => {
          setRejecting(false)
          onDone?.()
          const before = all.flatMap(({ before }) => (before && before !== 'deleted' ? [before] : []))[0]
          toast(decidedText(status, ids.length), {
            label: t`Undo`,
            act: () => before && decide.mutate({ ids, status: before, reason: '' }),
          })
        },
      },
    )
  return (
    <>
      {decide.error && !rejecting && <Failure error={decide.error} />}
      {queue !== 'published' && (
        <Button size="compact-md" loading={decide.isPending} onClick={() => put('published')}>
          {queue === 'reported' ? t`Keep` : t`Approve`}
        </Button>
      )}
      {queue !== 'rejected' && (
        <Button size="compact-md" variant="default" onClick={() => setRejecting(true)}>
          <Trans>Reject</Trans>
        </Button>
      )}
      {queue !== 'spam' && (
        <Button size="compact-md" variant="default" onClick={() => put('spam')}>
          <Trans>Spam</Trans>
        </Button>
      )}
      {rejecting && (
        <Confirm
          title={plural(ids.length, { one: 'Reject this comment?', other: 'Reject # comments?' })}
          text={t`Others don't see it. Its author can still read it.`}
          action={t`Reject`}
          pending={decide.isPending}
          error={decide.error}
          onClose={() => setRejecting(false)}
          onConfirm={() => put('rejected', reason.trim())}
        >
          <TextInput
            label={t`Reason`}
            description={t`Optional. With a reason, the author is notified of it.`}
            maxLength={500}
            mt="sm"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  )
}

function decidedText(status: CommentStatus, count: number) {
  switch (status) {
    case 'published':
      return plural(count, { one: 'Comment approved.', other: '# comments approved.' })
    case 'spam':
      return plural(count, { one: 'Comment marked as spam.', other: '# comments marked as spam.' })
    default:
      return plural(count, { one: 'Comment rejected.', other: '# comments rejected.' })
  }
}
