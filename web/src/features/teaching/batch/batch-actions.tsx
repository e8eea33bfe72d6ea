import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Menu, Textarea } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Batch, useArchiveBatch, useBatchStatus, useDeleteBatch } from './api'
import { ConvertBatch } from './convert-batch'
import { CopyBatch } from './copy-batch'
import { EditBatch } from './edit-batch'
import { EmailsField } from './emails-field'

type Props = { batch: Batch; tag: string; onDeleted: () => void; onCopied: (id: string) => void }

/** What the instructors of a batch can do about it. */
export function BatchActions({ batch, tag, onDeleted, onCopied }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'copy' | 'convert' | 'cancel' | 'delete'>()
  const close = () => setDialog(undefined)
  const status = useBatchStatus(batch.id)
  const archive = useArchiveBatch(batch.id)
  const failed = archive.error ?? (dialog === undefined ? status.error : null)
  const ahead = batch.status === 'Upcoming' || batch.status === 'Active'
  return (
    <div>
      <Group gap="sm">
        <Button variant="default" onClick={() => setDialog('edit')}>
          <Trans>Edit batch</Trans>
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label={t`More actions`}>
              <IconDots size={20} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {batch.status === 'Upcoming' && (
              <Menu.Item onClick={() => status.mutate({ status: 'Active' })}>
                <Trans>Start now</Trans>
              </Menu.Item>
            )}
            {batch.status === 'Active' && (
              <Menu.Item onClick={() => status.mutate({ status: 'Completed' })}>
                <Trans>End now</Trans>
              </Menu.Item>
            )}
            {batch.status === 'Completed' && (
              <Menu.Item onClick={() => status.mutate({ status: 'Active' })}>
                <Trans>Resume batch</Trans>
              </Menu.Item>
            )}
            {batch.status === 'Cancelled' && (
              <Menu.Item onClick={() => status.mutate({ status: 'Upcoming' })}>
                <Trans>Restore batch</Trans>
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setDialog('copy')}>
              <Trans>Copy batch</Trans>
            </Menu.Item>
            {ahead && batch.batch_type === 'group' && batch.enrolled_students > 0 && (
              <Menu.Item onClick={() => setDialog('convert')}>
                <Trans>Convert to individual batches</Trans>
              </Menu.Item>
            )}
            <Menu.Item onClick={() => archive.mutate(!batch.archived)}>
              {batch.archived ? t`Remove from archive` : t`Archive batch`}
            </Menu.Item>
            {ahead && (
              <Menu.Item color="red" onClick={() => setDialog('cancel')}>
                <Trans>Cancel batch</Trans>
              </Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => setDialog('delete')}>
              <Trans>Delete batch</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {failed && <Failure error={failed} />}
      {dialog === 'edit' && <EditBatch batch={batch} tag={tag} onClose={close} />}
      {dialog === 'copy' && <CopyBatch batch={batch} onClose={close} onCopied={onCopied} />}
      {dialog === 'convert' && <ConvertBatch batch={batch} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog batch={batch} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog batch={batch} onClose={close} onDeleted={onDeleted} />}
    </div>
  )
}

function CancelDialog({ batch: { id, batch_name: name }, onClose }: { batch: Batch; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [emails, setEmails] = useState(true)
  const status = useBatchStatus(id)
  const cancel = () =>
    status.mutate(
      { status: 'Cancelled', reason: reason.trim(), emails },
      {
        onSuccess: () => {
          toast(t`Batch cancelled.`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t`Cancel “${name}”?`}
      onClose={onClose}
      onSubmit={cancel}
      mutation={status}
      fields={['reason']}
      submit={t`Cancel batch`}
      cancel={t`Keep batch`}
      color="red.9"
    >
      <Textarea
        label={t`Reason`}
        description={t`Members see this. All upcoming sessions are cancelled, and the instructor is free again at those times.`}
        maxLength={500}
        data-autofocus
        value={reason}
        error={fieldErrors(status.error).reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}

function DeleteDialog({
  batch: { id, batch_name: name },
  onClose,
  onDeleted,
}: Pick<Props, 'batch' | 'onDeleted'> & { onClose: () => void }) {
  const remove = useDeleteBatch(id)
  return (
    <Confirm
      title={t`Delete “${name}”?`}
      text={t`This deletes the batch with its sessions. You can't undo it. Batches that have or had members can only be cancelled or archived.`}
      action={t`Delete batch`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t`Batch deleted.`)
            onDeleted()
          },
        })
      }
    />
  )
}
