import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { toMinute } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { fromField } from '@/shared/local-time'
import { toast } from '@/shared/toasts'

import {
  type PostDraft,
  useArchivePost,
  useDeletePost,
  usePublishPost,
  useRequestReview,
  useUndeletePost,
  useUnpublishPost,
} from './api'
import type { useDraftSaving } from './draft-saving'
import { missingLabels } from './labels'

type Props = { saving: ReturnType<typeof useDraftSaving>; onDeleted: () => void }

/** What can be done with a post: publish it, ask for that, take it back. */
export function PublishActions({ saving, onDeleted }: Props) {
  const { base, adopt } = saving
  const [open, setOpen] = useState<'publish' | 'delete'>()
  const isReady = saving.state === 'saved' && !saving.theirs
  const close = () => setOpen(undefined)
  return (
    <Group gap="sm">
      {base.status === 'published' && (
        <ButtonLink variant="default" to="/blog/$slug" params={{ slug: base.slug }}>
          <Trans>View post</Trans>
        </ButtonLink>
      )}
      {base.mayPublish ? (
        <Button
          disabled={!isReady || (base.status === 'published' && !base.isChanged)}
          onClick={() => setOpen('publish')}
        >
          {base.status === 'published' ? t`Publish changes` : t`Publish`}
        </Button>
      ) : (
        <ReviewButton draft={base} disabled={!isReady} onDone={adopt} />
      )}
      <More draft={base} onDone={adopt} onDelete={() => setOpen('delete')} />
      {open === 'publish' && <PublishDialog draft={base} onDone={adopt} onClose={close} />}
      {open === 'delete' && <DeleteDialog draft={base} onDeleted={onDeleted} onClose={close} />}
    </Group>
  )
}

type Done = { draft: PostDraft; onDone: (draft: PostDraft) => void }

function ReviewButton({ draft, disabled, onDone }: Done & { disabled: boolean }) {
  const request = useRequestReview(draft.id)
  const waits = draft.reviewRequestedAt !== null
  return (
    <Button
      variant={waits ? 'default' : 'filled'}
      disabled={disabled || (!waits && draft.missing.length > 0)}
      loading={request.isPending}
      onClick={() => request.mutate(!waits, { onSuccess: onDone, onError: ({ message }) => toast(message) })}
    >
      {waits ? t`Withdraw request` : t`Request review`}
    </Button>
  )
}

function More({ draft, onDone, onDelete }: Done & { onDelete: () => void }) {
  const unpublish = useUnpublishPost(draft.id)
  const archive = useArchivePost(draft.id)
  const after = (message: string) => ({
    onSuccess: (saved: PostDraft) => {
      toast(message)
      onDone(saved)
    },
    onError: (error: Error) => toast(error.message),
  })
  const shown = draft.status === 'published' || draft.status === 'scheduled'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" px={10} aria-label={t`More actions`}>
          <IconDots size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {draft.mayPublish && shown && (
          <Menu.Item onClick={() => unpublish.mutate(undefined, after(t`Post unpublished.`))}>
            {draft.status === 'scheduled' ? t`Cancel schedule` : t`Unpublish`}
          </Menu.Item>
        )}
        {draft.mayPublish && draft.publishedAt && draft.status !== 'archived' && (
          <Menu.Item onClick={() => archive.mutate(true, after(t`Post archived.`))}>
            <Trans>Archive</Trans>
          </Menu.Item>
        )}
        {draft.mayPublish && draft.status === 'archived' && (
          <Menu.Item onClick={() => archive.mutate(false, after(t`The post is a draft again.`))}>
            <Trans>Restore from archive</Trans>
          </Menu.Item>
        )}
        <Menu.Item color="red" disabled={shown} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function PublishDialog({ draft, onDone, onClose }: Done & { onClose: () => void }) {
  const publish = usePublishPost(draft.id)
  const [at, setAt] = useState('')
  const isLive = draft.status === 'published'
  const when = fromField(at)
  const body = when ? { at: when } : {}
  return (
    <FormDialog
      title={isLive ? t`Publish changes` : t`Publish`}
      submit={when ? t`Schedule post` : t`Publish now`}
      mutation={publish}
      fields={['at']}
      disabled={draft.missing.length > 0}
      onClose={onClose}
      onSubmit={() =>
        publish.mutate(
          { version: draft.version, body },
          {
            onSuccess: (saved) => {
              toast(saved.status === 'scheduled' ? t`Post scheduled.` : t`Post published.`)
              onDone(saved)
              onClose()
            },
          },
        )
      }
    >
      {draft.missing.length > 0 ? (
        <Stack gap={4}>
          <Text size="sm">
            <Trans>Fix before publishing:</Trans>
          </Text>
          <List size="sm">
            {draft.missing.map((lack) => (
              <List.Item key={lack}>{t(missingLabels[lack])}</List.Item>
            ))}
          </List>
        </Stack>
      ) : (
        <Text size="sm">
          {isLive
            ? t`Readers will see your changes at once.`
            : draft.scheduledAt
              ? t`It is scheduled for ${toMinute(draft.scheduledAt)}.`
              : t`Everyone can read the post once it is published.`}
        </Text>
      )}
      {!isLive && (
        <TextInput
          type="datetime-local"
          label={t`Publish at`}
          description={t`Leave empty to publish now.`}
          value={at}
          error={fieldErrors(publish.error).at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

type DeleteProps = { draft: PostDraft; onDeleted: () => void; onClose: () => void }

function DeleteDialog({ draft, onDeleted, onClose }: DeleteProps) {
  const remove = useDeletePost()
  const undelete = useUndeletePost()
  return (
    <Confirm
      title={t`Delete this post?`}
      text={<Trans>“{draft.title}” and its history are deleted. You can restore them for 30 days.</Trans>}
      action={t`Delete`}
      danger
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(draft.id, {
          onSuccess: () => {
            toast(t`Post deleted.`, {
              label: t`Undo`,
              act: () => undelete.mutate(draft.id, { onError: ({ message }) => toast(message) }),
            })
            onDeleted()
          },
        })
      }
      onClose={onClose}
    />
  )
}
