import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { count } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { Failure, QueryView } from '@/shared/query-view'

import { importQuery, type UserImport, type UserImportDetail, useCancelImport, useRefusedRows } from './import-api'
import { userKeys } from './keys'

type PreviewProps = { id: string; name: string; pending: boolean; onCommit: (deactivated: number) => void }

/** Follows a dry run; then what it has found, to be confirmed. */
export function ImportPreview({ id, name, pending, onCommit }: PreviewProps) {
  return (
    <QueryView query={useQuery(importQuery(id))} skeleton={<Skeleton height={96} />}>
      {(found) => {
        if (found.state === 'running') return <Running found={found} label={t`Rows looked at`} />
        if (found.state !== 'done') return <Ended found={found} />
        return <Found {...{ name, found, pending, onCommit }} />
      }}
    </QueryView>
  )
}

/** Follows an import; then what it has changed. */
export function ImportView({ id, onAgain }: { id: string; onAgain?: () => void }) {
  const query = useQuery(importQuery(id))
  const client = useQueryClient()
  const over = query.data && query.data.state !== 'running' && !query.data.dryRun
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: userKeys.all })
  }, [over, client])
  return (
    <QueryView query={query} skeleton={<Skeleton height={96} />}>
      {(found) =>
        found.state === 'running' ? (
          <Running found={found} label={t`Rows done`} />
        ) : (
          <>
            <Ended found={found} />
            {onAgain && (
              <Group>
                <ButtonLink to="/admin/users">
                  <Trans>To the users</Trans>
                </ButtonLink>
                <Button variant="default" onClick={onAgain}>
                  <Trans>Import another file</Trans>
                </Button>
              </Group>
            )}
            <BadRows result={found} />
            <Changes result={found} />
          </>
        )
      }
    </QueryView>
  )
}

/** How many rows, and users who are not in the file, an import is done with. */
export const reachedBy = ({ created, updated, deactivated, existing, badRows }: UserImport) =>
  created + updated + deactivated + existing + badRows

function Running({ found, label }: { found: UserImport; label: string }) {
  const cancel = useCancelImport(found.id)
  const reached = reachedBy(found)
  return (
    <>
      <Progress value={(reached / Math.max(1, found.total)) * 100} animated aria-label={label} />
      <Text role="status">
        <Trans>
          {label}: {reached.toLocaleString('en-GB')} of {found.total.toLocaleString('en-GB')}.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>This runs in the background and goes on when you leave. “Recent imports” shows how far it is.</Trans>
      </Text>
      {cancel.error && <Failure error={cancel.error} />}
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Stop it</Trans>
        </Button>
      </Group>
    </>
  )
}

function Ended({ found }: { found: UserImport }) {
  const { dryRun, created, updated, deactivated, existing, badRows, state, reason } = found
  const begin = { running: '', done: '', cancelled: t`Cancelled. `, stopped: t`Stopped. ` }[state]
  return (
    <Alert color={state === 'done' ? 'evergreen' : 'yellow'} role="status">
      {begin}
      {dryRun && t`Nothing was changed, this was a trial: `}
      <Trans>
        {count(created, 'account')} made, {updated} changed,
      </Trans>{' '}
      {deactivated > 0 && t`${deactivated} switched off, `}
      <Trans>
        {existing} as before, {count(badRows, 'row')} left out.
      </Trans>
      {state !== 'done' && t` ${count(found.total - reachedBy(found), 'row')} not reached.`} {reason}
    </Alert>
  )
}

type FoundProps = Omit<PreviewProps, 'id'> & { found: UserImportDetail }

function Found({ name, found, pending, onCommit }: FoundProps) {
  const { rows, created, updated, deactivated, existing, badRows, missing_role } = found
  const changes = created + updated + deactivated
  const deactivates = missing_role !== ''
  return (
    <>
      <Text role="status">
        <Trans>
          <b>{name}</b>: {count(rows, 'row')}. {count(created, 'account')} would be made, {updated} changed,{' '}
        </Trans>
        {deactivates && t`${deactivated} switched off, `}
        {existing} {existing === 1 ? t`stays as it is` : t`stay as they are`}
        <Trans>, {count(badRows, 'row')} cannot be used.</Trans>
      </Text>
      <Group>
        <Button
          {...(deactivated > 0 && { color: 'red.9' })}
          disabled={changes === 0 || (deactivates && badRows > 0)}
          loading={pending}
          onClick={() => onCommit(deactivated)}
        >
          {changes === 0 ? t`There is nothing to import` : actionOf(found)}
        </Button>
        {badRows > 0 && changes > 0 && (
          <Text size="sm" c="dimmed">
            {deactivates
              ? t`Mend the rows below first: their users would count as missing from the file.`
              : 'The rows below are left out; you can mend them and import the same file again.'}
          </Text>
        )}
      </Group>
      <BadRows result={found} />
      <Changes result={found} />
    </>
  )
}

function actionOf({ created, updated, deactivated }: UserImport) {
  const parts = [
    created > 0 && t`Make ${count(created, 'account')}`,
    updated > 0 && t`change ${updated}`,
    deactivated > 0 && t`switch off ${deactivated}`,
  ].filter((part) => part !== false)
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Change = UserImportDetail['changes'][number]

const outcomes: Record<Change['outcome'], string> = { created: 'New', updated: 'Changed', deactivated: 'Switched off' }

const changeColumns: Column<Change>[] = [
  { id: 'row', label: 'Row', cell: ({ row }) => row || '–' },
  { id: 'who', label: 'Who', place: 'lead', cell: ({ full_name, email }) => full_name || email || '–' },
  { id: 'email', label: 'Email', cell: ({ email }) => email || '–' },
  { id: 'outcome', label: 'What', cell: ({ outcome }) => outcomes[outcome] },
  { id: 'columns', label: 'What is different', cell: ({ columns }) => columns.join(', ') || '–' },
]

const shownRows = 200 // that a table holds with ease

function Changes({ result: { changes, created, updated, deactivated } }: { result: UserImportDetail }) {
  if (changes.length === 0) return null
  const shown = changes.slice(0, shownRows)
  const total = created + updated + deactivated
  return (
    <>
      <DataTable
        label={t`What changes`}
        columns={changeColumns}
        rows={shown}
        idOf={({ row, email, full_name }) => `${row} ${email} ${full_name}`}
      />
      {total > shown.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            The first {shown.length} of {total.toLocaleString('en-GB')}.
          </Trans>
        </Text>
      )}
    </>
  )
}

type Bad = UserImportDetail['bad'][number]

const columns: Column<Bad>[] = [
  { id: 'row', label: 'Row', cell: ({ row }) => row },
  { id: 'column', label: 'Column', cell: ({ column }) => column },
  { id: 'reason', label: 'What is wrong', place: 'lead', cell: ({ reason }) => reason },
]

function BadRows({ result: { id, bad } }: { result: UserImportDetail }) {
  const sheet = useRefusedRows(id)
  if (bad.length === 0) return null
  const some = bad.slice(0, shownRows)
  return (
    <>
      <DataTable
        label={t`What is wrong`}
        columns={columns}
        rows={some}
        idOf={({ row, column, code }) => `${row} ${column} ${code}`}
      />
      {bad.length > some.length && (
        <Text size="sm" c="dimmed">
          <Trans>These are the first {some.length}. The file has all.</Trans>
        </Text>
      )}
      {sheet.error && <Failure error={sheet.error} />}
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          <Trans>Download the rows that cannot be used</Trans>
        </Button>
      </Group>
    </>
  )
}
