import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { commentsQuery, useSay } from './api'
import { CommentForm } from './comment-form'
import { CommentItem } from './comment-item'

/** `staff` may hide what others have said. */
type Props = { lessonId: string; staff: boolean }

/** What people say to each other beside a lesson. */
export function Comments({ lessonId, staff }: Props) {
  const say = useSay(lessonId)
  return (
    <section aria-labelledby="comments">
      <Title order={2} id="comments" size="h4" mb="xs">
        Comments
      </Title>
      <CommentForm label="New comment" act="Send" change={say} onSend={(body, done) => say.mutate({ body }, done)} />
      <Thread lessonId={lessonId} staff={staff} thread="" />
    </section>
  )
}

/** The answers to a comment; without one, what begins threads. */
export function Thread({ lessonId, staff, thread }: Props & { thread: string }) {
  const comments = useInfiniteQuery(commentsQuery(lessonId, thread))
  return (
    <QueryView
      query={comments}
      skeleton={<Skeleton height={60} radius="md" />}
      isEmpty={(d) => d.pages.every((p) => p.items.length === 0)}
      empty={thread === '' && <Text c="dimmed">Nobody has said anything yet. Ask, or tell what helped you.</Text>}
    >
      {(d) => (
        <>
          <Stack
            component="ul"
            gap="md"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label={thread ? 'Answers' : 'Comments'}
          >
            {d.pages
              .flatMap((p) => p.items)
              .map((comment) => (
                <li key={comment.id}>
                  <CommentItem comment={comment} staff={staff} />
                </li>
              ))}
          </Stack>
          <MoreButton query={comments} />
        </>
      )}
    </QueryView>
  )
}
