import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { type Comment, useDeleteComment, useEditComment, useHideComment } from './api'
import { CommentForm } from './comment-form'

type Props = {
  comment: Comment
  /** Whether the reader may hide other users' comments. */
  staff: boolean
}

/** A comment with its actions; its replies are the children. */
export function CommentItem({ comment, staff, children }: Props & { children: ReactNode }) {
  const { id, body, format, deletedAt, hiddenAt, hiddenReason } = comment
  const isConcealed = hiddenAt !== null && body === '' // from this reader
  const [editing, setEditing] = useState(false)
  const edit = useEditComment()
  if (editing) {
    return (
      <CommentForm
        label={t`Your comment`}
        act={t`Save`}
        initial={{ text: body, format }}
        change={edit}
        onSend={(text) => edit.mutate({ id, ...text }, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <article>
      <Head comment={comment} isConcealed={isConcealed} />
      {deletedAt || isConcealed ? (
        <Text c="dimmed">
          {deletedAt ? t`This comment was deleted.` : t`This comment was hidden by the course team.`}
        </Text>
      ) : (
        <RichText html={body} format={format} />
      )}
      {hiddenReason && (
        <Text size="sm" c="dimmed">
          <Trans>Hidden by the course team: {hiddenReason}</Trans>
        </Text>
      )}
      {!deletedAt && !isConcealed && <Actions comment={comment} staff={staff} onEdit={() => setEditing(true)} />}
      {children}
    </article>
  )
}

function Head({ comment, isConcealed }: { comment: Comment; isConcealed: boolean }) {
  const { authorName, isInstructor, createdAt, editedAt, deletedAt, hiddenAt } = comment
  return (
    <Group gap="xs">
      {!deletedAt && !isConcealed && <Text fw={600}>{personName(authorName)}</Text>}
      {isInstructor && (
        <Badge>
          <Trans>Instructor</Trans>
        </Badge>
      )}
      {hiddenAt && !isConcealed && (
        <Badge color="apricot">
          <Trans>Hidden</Trans>
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {editedAt ? (
          <Trans>
            <Ago at={createdAt} />, edited
          </Trans>
        ) : (
          <Ago at={createdAt} />
        )}
      </Text>
    </Group>
  )
}

function Actions({ comment: { id, isOwn, hiddenAt }, staff, onEdit }: Props & { onEdit: () => void }) {
  const remove = useDeleteComment()
  const hide = useHideComment()
  const [isHiding, setHiding] = useState(false)
  const [reason, setReason] = useState('')
  const error = remove.error ?? hide.error
  return (
    <>
      {error && <Failure error={error} />}
      <Group gap="xs">
        {isOwn && (
          <CommentButton onClick={onEdit}>
            <Trans>Edit</Trans>
          </CommentButton>
        )}
        {isOwn && (
          <CommentButton onClick={() => remove.mutate(id)} loading={remove.isPending}>
            <Trans>Delete</Trans>
          </CommentButton>
        )}
        {staff && (
          <CommentButton
            onClick={() => (hiddenAt ? hide.mutate({ id, hidden: false }) : setHiding(true))}
            loading={hide.isPending}
          >
            {hiddenAt ? t`Unhide` : t`Hide`}
          </CommentButton>
        )}
      </Group>
      {isHiding && (
        <Confirm
          title={t`Hide this comment?`}
          text={t`Others see that a comment was hidden. Its author can still read it and is notified of the reason.`}
          action={t`Hide comment`}
          pending={hide.isPending}
          error={hide.error}
          onClose={() => setHiding(false)}
          onConfirm={() =>
            hide.mutate({ id, hidden: true, reason: reason.trim() }, { onSuccess: () => setHiding(false) })
          }
        >
          <TextInput
            label={t`Reason`}
            description={t`The author of the comment sees this.`}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  )
}

type ButtonProps = { onClick: () => void; loading?: boolean; expanded?: boolean; children: ReactNode }

export const CommentButton = ({ children, expanded, loading = false, onClick }: ButtonProps) => (
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
