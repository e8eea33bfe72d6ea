import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type Comment, useDeleteComment, useEditComment, useHideComment, useSay } from './api'
import { CommentForm } from './comment-form'
import { Thread } from './comments'

type Props = { comment: Comment; staff: boolean }

/** A comment, what its reader may do with it, and the answers to it. */
export function CommentItem({ comment, staff }: Props) {
  const { id, lessonId, threadId, body, deletedAt, hiddenAt, hiddenReason } = comment
  const isVeiled = hiddenAt !== null && body === '' // from this reader
  const [editing, setEditing] = useState(false)
  const edit = useEditComment(lessonId)
  if (editing) {
    return (
      <CommentForm
        label="Your comment"
        act="Save"
        initial={body}
        change={edit}
        onSend={(text) => edit.mutate({ id, body: text }, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <article>
      <Head comment={comment} isVeiled={isVeiled} />
      <Text style={{ whiteSpace: 'pre-line' }} {...((deletedAt || isVeiled) && { c: 'dimmed' })}>
        {deletedAt ? 'This comment was deleted.' : isVeiled ? 'This comment was hidden by the team.' : body}
      </Text>
      {hiddenReason && (
        <Text size="sm" c="dimmed">
          Hidden by the team: {hiddenReason}
        </Text>
      )}
      {!deletedAt && !isVeiled && <Acts comment={comment} staff={staff} onEdit={() => setEditing(true)} />}
      {threadId === '' && <Answers comment={comment} staff={staff} />}
    </article>
  )
}

function Head({ comment, isVeiled }: { comment: Comment; isVeiled: boolean }) {
  const { authorName, isInstructor, createdAt, editedAt, deletedAt, hiddenAt } = comment
  return (
    <Group gap="xs">
      {!deletedAt && !isVeiled && <Text fw={600}>{authorName || 'Somebody who has left'}</Text>}
      {isInstructor && <Badge>Instructor</Badge>}
      {hiddenAt && !isVeiled && <Badge color="apricot">Hidden</Badge>}
      <Text size="sm" c="dimmed">
        <Ago at={createdAt} />
        {editedAt && ', edited'}
      </Text>
    </Group>
  )
}

function Acts({ comment: { id, lessonId, isOwn, hiddenAt }, staff, onEdit }: Props & { onEdit: () => void }) {
  const remove = useDeleteComment(lessonId)
  const hide = useHideComment(lessonId)
  const [isHiding, setHiding] = useState(false)
  const [reason, setReason] = useState('')
  const error = remove.error ?? hide.error
  return (
    <>
      {error && <Failure error={error} />}
      <Group gap="xs">
        {isOwn && <Act onClick={onEdit}>Edit</Act>}
        {isOwn && (
          <Act onClick={() => remove.mutate(id)} loading={remove.isPending}>
            Delete
          </Act>
        )}
        {staff && (
          <Act
            onClick={() => (hiddenAt ? hide.mutate({ id, hidden: false }) : setHiding(true))}
            loading={hide.isPending}
          >
            {hiddenAt ? 'Show again' : 'Hide'}
          </Act>
        )}
      </Group>
      {isHiding && (
        <Confirm
          title="Hide this comment?"
          text="Others see that it was hidden. Its author still reads it, and is told why."
          act="Hide it"
          pending={hide.isPending}
          error={hide.error}
          onClose={() => setHiding(false)}
          onAct={() => hide.mutate({ id, hidden: true, reason: reason.trim() }, { onSuccess: () => setHiding(false) })}
        >
          <TextInput
            label="Reason"
            description="For its author"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  )
}

type ActProps = { onClick: () => void; loading?: boolean; expanded?: boolean; children: ReactNode }

const Act = ({ children, expanded, loading = false, onClick }: ActProps) => (
  <Button
    size="compact-md"
    variant="subtle"
    loading={loading}
    onClick={onClick}
    {...(expanded !== undefined && { 'aria-expanded': expanded })}
  >
    {children}
  </Button>
)

function Answers({ comment: { id, lessonId, replies }, staff }: Props) {
  const [open, setOpen] = useState(false)
  const say = useSay(lessonId)
  return (
    <>
      <Act onClick={() => setOpen(!open)} expanded={open}>
        {replies > 0 ? count(replies, 'answer') : 'Answer'}
      </Act>
      {open && (
        <div style={{ paddingInlineStart: '1.5rem', marginBlockStart: '0.5rem' }}>
          <Thread lessonId={lessonId} staff={staff} thread={id} />
          <CommentForm
            label="Your answer"
            act="Send the answer"
            change={say}
            onSend={(body, done) => say.mutate({ body, threadId: id }, done)}
          />
        </div>
      )}
    </>
  )
}
