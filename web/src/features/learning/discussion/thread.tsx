import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type Comment, commentsQuery, useSay } from './api'
import { CommentForm } from './comment-form'
import { CommentButton, CommentItem } from './comment-item'

type Props = {
  lessonId: string
  /** Whether the reader may hide other users' comments. */
  staff: boolean
  /** The comment replied to; empty for the comments that begin threads. */
  thread: string
}

/** The replies to a comment, or the comments of a lesson. */
export function Thread({ lessonId, staff, thread }: Props) {
  const comments = useInfiniteQuery(commentsQuery(lessonId, thread))
  return (
    <QueryView
      query={comments}
      skeleton={<Skeleton height={60} radius="md" />}
      isEmpty={(items) => items.length === 0}
      empty={
        thread === '' && (
          <Text c="dimmed">
            <Trans>No comments yet. Ask the first question.</Trans>
          </Text>
        )
      }
    >
      {(items) => (
        <>
          <Stack
            component="ul"
            gap="md"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label={thread ? t`Replies` : t`Comments`}
          >
            {items.map((comment) => (
              <li key={comment.id}>
                <CommentItem comment={comment} staff={staff}>
                  {comment.threadId === '' && <Replies comment={comment} staff={staff} />}
                </CommentItem>
              </li>
            ))}
          </Stack>
          <MoreButton query={comments} />
        </>
      )}
    </QueryView>
  )
}

/** The replies to a comment, opened by a button, and a field for another. */
export function Replies({ comment: { id, lessonId, replies }, staff }: { comment: Comment; staff: boolean }) {
  const [open, setOpen] = useState(false)
  const say = useSay(lessonId)
  return (
    <>
      <CommentButton onClick={() => setOpen(!open)} expanded={open}>
        {replies > 0 ? plural(replies, { one: '# reply', other: '# replies' }) : t`Reply`}
      </CommentButton>
      {open && (
        <div style={{ paddingInlineStart: '1.5rem', marginBlockStart: '0.5rem' }}>
          <Thread lessonId={lessonId} staff={staff} thread={id} />
          <CommentForm
            label={t`Your reply`}
            act={t`Post reply`}
            change={say}
            onSend={(body, done) => say.mutate({ ...body, threadId: id }, done)}
          />
        </div>
      )}
    </>
  )
}
