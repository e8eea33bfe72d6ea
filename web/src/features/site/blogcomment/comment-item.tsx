import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { LinkedText } from '@/shared/linked-text'
import { personName } from '@/shared/person-name'
import { ReportDialog } from '@/shared/report-dialog'
import { toast } from '@/shared/toasts'

import { type BlogComment, useDeleteComment, useEditComment, useReportComment } from './api'
import classes from './comments.module.css'
import { reasonLabels } from './labels'

type Props = { comment: BlogComment; signedIn: boolean; onReply?: (() => void) | undefined }

/** A comment with what the user may do with it. */
export function CommentItem({ comment, signedIn, onReply }: Props) {
  if (comment.isDeleted) {
    return (
      <Text c="dimmed">
        <Trans>This comment was deleted.</Trans>
      </Text>
    )
  }
  return (
    <article>
      <CommentHead comment={comment} />
      {comment.isWaiting && (
        <Text size="sm" c="dimmed">
          <Trans>Waiting for approval. Only you can see it.</Trans>
        </Text>
      )}
      <Text className={classes.body} mt={2}>
        <LinkedText text={comment.body} />
      </Text>
      {signedIn && <Actions comment={comment} onReply={onReply} />}
    </article>
  )
}

/** Who wrote a comment, and when. */
export function CommentHead({ comment, children }: { comment: BlogComment; children?: ReactNode }) {
  const { authorName, answersName, isAuthor, createdAt, editedAt } = comment
  return (
    <Group gap="xs">
      <Text fw={600}>{personName(authorName)}</Text>
      {isAuthor && (
        <Badge>
          <Trans>Author</Trans>
        </Badge>
      )}
      {answersName && (
        <Text size="sm" c="dimmed">
          <Trans>to {answersName}</Trans>
        </Text>
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
      {children}
    </Group>
  )
}

function Actions({ comment, onReply }: Omit<Props, 'signedIn'>) {
  const { isOwn, isWaiting, mayEdit, isReported } = comment
  const [opened, setOpened] = useState<'edit' | 'delete' | 'report'>()
  const close = () => setOpened(undefined)
  return (
    <Group gap="xs" mt={4}>
      {onReply && !isWaiting && (
        <Act onClick={onReply}>
          <Trans>Reply</Trans>
        </Act>
      )}
      {mayEdit && (
        <Act onClick={() => setOpened('edit')}>
          <Trans>Edit</Trans>
        </Act>
      )}
      {isOwn && (
        <Act onClick={() => setOpened('delete')}>
          <Trans>Delete</Trans>
        </Act>
      )}
      {!isOwn && !isReported && (
        <Act onClick={() => setOpened('report')}>
          <Trans>Report</Trans>
        </Act>
      )}
      {!isOwn && isReported && (
        <Text size="sm" c="dimmed">
          <Trans>You reported this comment.</Trans>
        </Text>
      )}
      {opened === 'edit' && <EditDialog comment={comment} onClose={close} />}
      {opened === 'delete' && <DeleteDialog comment={comment} onClose={close} />}
      {opened === 'report' && <ReportCommentDialog comment={comment} onClose={close} />}
    </Group>
  )
}

const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="compact-md" variant="subtle" onClick={onClick}>
    {children}
  </Button>
)

type DialogProps = { comment: BlogComment; onClose: () => void }

function EditDialog({ comment, onClose }: DialogProps) {
  const edit = useEditComment(comment.id)
  const [body, setBody] = useState(comment.body)
  return (
    <FormDialog
      title={t`Edit comment`}
      submit={t`Save comment`}
      mutation={edit}
      fields={['body']}
      onClose={onClose}
      onSubmit={() => edit.mutate(body, { onSuccess: onClose })}
    >
      <Textarea
        label={t`Comment`}
        description={t`Comments can be edited for 15 minutes.`}
        rows={5}
        resize="vertical"
        maxLength={5000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        error={fieldErrors(edit.error).body}
      />
    </FormDialog>
  )
}

function DeleteDialog({ comment, onClose }: DialogProps) {
  const remove = useDeleteComment(comment.id)
  const done = {
    onSuccess: () => {
      toast(t`Comment deleted.`)
      onClose()
    },
  }
  return (
    <Confirm
      danger
      title={t`Delete this comment?`}
      text={t`Its text is deleted for good. Replies to it stay.`}
      action={t`Delete comment`}
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, done)}
    />
  )
}

function ReportCommentDialog({ comment, onClose }: DialogProps) {
  const report = useReportComment(comment.id)
  const done = {
    onSuccess: () => {
      toast(t`Comment reported. An administrator will check it.`)
      onClose()
    },
  }
  return (
    <ReportDialog
      title={t`Report comment`}
      labels={reasonLabels}
      mutation={report}
      onReport={(reason) => report.mutate(reason, done)}
      onClose={onClose}
    />
  )
}
