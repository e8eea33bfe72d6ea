import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useEffect } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { roleNames } from '@/shared/roles'

import { type BulkChange, type BulkResult, useBulk, useBulkPreview } from './api'
import classes from './bulk.module.css'

type Props = { change: BulkChange; onClose: () => void; onDone: () => void }

/** Shows what a bulk change would do, runs it on confirmation, and shows the result. */
export function BulkDialog({ change, onClose, onDone }: Props) {
  const preview = useBulkPreview()
  const bulk = useBulk()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => preview.mutate(change), [])
  const done = bulk.data
  const close = done ? onDone : onClose

  return (
    <Dialog title={titleOf(change)} onClose={close} size="lg" closeLabel={done ? 'Close' : 'Cancel'}>
      {preview.error && <Failure error={preview.error} retry={() => preview.mutate(change)} />}
      {bulk.error && <Failure error={bulk.error} />}
      {preview.isPending && <Skeleton height={96} />}
      {done ? <Outcome result={done} /> : preview.data && <Outcome result={preview.data} />}
      {change.action === 'delete' && !done && (
        <Text size="sm">
          They are signed out at once. For 30 days an administrator can give their accounts back; then they are erased.
        </Text>
      )}
      {done ? (
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      ) : (
        <DialogActions onCancel={onClose}>
          <Button
            {...(isSevere(change) && { color: 'red' })}
            disabled={!preview.data?.changed}
            loading={bulk.isPending}
            onClick={() => bulk.mutate(change)}
          >
            {verbOf(change)} {count(preview.data?.changed ?? 0, 'user')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

const isSevere = ({ action }: BulkChange) => action === 'delete' || action === 'deactivate'

function titleOf({ action, role }: BulkChange) {
  switch (action) {
    case 'activate':
      return 'Switch users on'
    case 'deactivate':
      return 'Switch users off'
    case 'add_role':
      return `Give the role ${role && roleNames[role]}`
    case 'remove_role':
      return `Take the role ${role && roleNames[role]}`
    case 'delete':
      return 'Delete users'
  }
}

const verbs: Record<BulkChange['action'], string> = {
  activate: 'Switch on',
  deactivate: 'Switch off',
  add_role: 'Give it to',
  remove_role: 'Take it from',
  delete: 'Delete',
}
const verbOf = ({ action }: BulkChange) => verbs[action]

function Outcome({ result: { dryRun, changed, unchanged, refused, outcomes } }: { result: BulkResult }) {
  return (
    <>
      <Text role="status">
        {count(changed, 'user')} {dryRun ? 'would change' : 'changed'}, {unchanged} {unchanged === 1 ? 'is' : 'are'} so
        already, {refused} {refused === 1 ? 'is' : 'are'} refused.
      </Text>
      {refused > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        <ul className={classes.outcomes} tabIndex={0} aria-label="Refused">
          {outcomes
            .filter(({ outcome }) => outcome === 'refused')
            .map(({ id, full_name, email, message }) => (
              <li key={id}>
                <b>{full_name || id}</b> {email}
                <Text size="sm" c="var(--mantine-color-error)">
                  {message}
                </Text>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}
