import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { TextLink } from '@/shared/link'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type BlogComment, threadQuery } from './api'
import { CommentForm, type ReplyTo } from './comment-form'
import { CommentItem } from './comment-item'
import classes from './comments.module.css'

type Props = { postId: string; slug: string; signedIn: boolean }

/** The comments on a post. */
export function Comments({ postId, slug, signedIn }: Props) {
  return (
    <section aria-labelledby="comments" className={classes.section}>
      <Title order={2} size="h3" id="comments" mb="md">
        <Trans>Comments</Trans>
      </Title>
      {signedIn ? (
        <CommentForm postId={postId} />
      ) : (
        <TextLink to="/sign-in" search={{ next: `/blog/${slug}` }}>
          <Trans>Sign in to comment</Trans>
        </TextLink>
      )}
      <div style={{ marginBlockStart: 'var(--mantine-spacing-lg)' }}>
        <Threads postId={postId} signedIn={signedIn} />
      </div>
    </section>
  )
}

type ListProps = { postId: string; signedIn: boolean }

function Threads({ postId, signedIn }: ListProps) {
  const comments = useInfiniteQuery(threadQuery(postId, ''))
  return (
    <QueryView
      query={comments}
      skeleton={<Skeleton height={120} radius="md" />}
      isEmpty={(items) => items.length === 0}
      empty={
        <Text c="dimmed">
          <Trans>No comments yet.</Trans>
        </Text>
      }
    >
      {(items) => (
        <>
          <ul className={classes.list} aria-label={t`Comments`}>
            {items.map((comment) => (
              <Thread key={comment.id} first={comment} postId={postId} signedIn={signedIn} />
            ))}
          </ul>
          <MoreButton query={comments} />
        </>
      )}
    </QueryView>
  )
}

/** A comment with its replies, which a button opens, and a form for another. */
function Thread({ first, postId, signedIn }: ListProps & { first: BlogComment }) {
  const [open, setOpen] = useState(false)
  const [replyTo, setReplyTo] = useState<ReplyTo>()
  const reply = (to: BlogComment) => {
    setOpen(true)
    setReplyTo({ threadId: first.id, name: to.authorName, ...(to.id !== first.id && { answersId: to.id }) })
  }
  return (
    <li>
      <CommentItem comment={first} signedIn={signedIn} onReply={() => reply(first)} />
      {first.replies > 0 && (
        <Button size="compact-md" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {plural(first.replies, { one: '# reply', other: '# replies' })}
        </Button>
      )}
      {open && (
        <div className={classes.replies}>
          {first.replies > 0 && <Replies postId={postId} thread={first.id} signedIn={signedIn} onReply={reply} />}
          {replyTo && signedIn && (
            <CommentForm
              key={replyTo.answersId ?? ''}
              postId={postId}
              replyTo={replyTo}
              onDone={() => setReplyTo(undefined)}
            />
          )}
        </div>
      )}
    </li>
  )
}

type RepliesProps = ListProps & { thread: string; onReply: (to: BlogComment) => void }

function Replies({ postId, thread, signedIn, onReply }: RepliesProps) {
  const replies = useInfiniteQuery(threadQuery(postId, thread))
  return (
    <QueryView query={replies} skeleton={<Skeleton height={60} radius="md" />}>
      {(items) => (
        <>
          <ul className={classes.list} aria-label={t`Replies`}>
            {items.map((comment) => (
              <li key={comment.id}>
                <CommentItem comment={comment} signedIn={signedIn} onReply={() => onReply(comment)} />
              </li>
            ))}
          </ul>
          <MoreButton query={replies} />
        </>
      )}
    </QueryView>
  )
}
