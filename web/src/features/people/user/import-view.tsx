import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { keptText, serverText } from '@/api/problem-text'
import { type Column, DataTable } from '@/shared/data-table'
import { decimal } from '@/shared/format'
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
        if (found.state === 'running') return <Running found={found} />
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
          <Running found={found} />
        ) : (
          <>
            <Ended found={found} />
            {onAgain && (
              <Group>
                <ButtonLink to="/admin/users">
                  <Trans>Show users</Trans>
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

function Running({ found }: { found: UserImport }) {
  const cancel = useCancelImport(found.id)
  const reached = reachedBy(found)
  const [soFar, total] = [decimal(reached), decimal(found.total)]
  return (
    <>
      <Progress value={(reached / Math.max(1, found.total)) * 100} animated aria-label={t`Progress`} />
      <Text role="status">
        {found.dryRun ? t`Checked ${soFar} of ${total} rows.` : t`Imported ${soFar} of ${total} rows.`}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>This runs in the background, even if you leave. “Recent imports” shows its progress.</Trans>
      </Text>
      {cancel.error && <Failure error={cancel.error} />}
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Stop</Trans>
        </Button>
      </Group>
    </>
  )
}

const endings: Record<Exclude<UserImport['state'], 'running'>, MessageDescriptor> = {
  done: msg`Import completed.`,
  cancelled: msg`Cancelled.`,
  stopped: msg`Stopped.`,
}

function Ended({ found }: { found: UserImport }) {
  const { dryRun, state, reason } = found
  const unreached = found.total - reachedBy(found)
  const sentences = [
    state !== 'running' && !(dryRun && state === 'done') && t(endings[state]),
    dryRun && t`This was a preview; nothing was changed.`,
    foundInWords(found),
    state !== 'done' && plural(unreached, { one: '# row not reached.', other: '# rows not reached.' }),
    keptText(reason),
  ]
  return (
    <Alert color={state === 'done' ? 'evergreen' : 'yellow'} role="status">
      {sentences.filter(Boolean).join(' ')}
    </Alert>
  )
}

/** What an import has changed, or what a preview has found that it would. */
function foundInWords({ created, updated, deactivated, existing, badRows }: UserImport) {
  const [changed, off, same] = [decimal(updated), decimal(deactivated), decimal(existing)]
  return deactivated > 0
    ? t`${plural(created, { one: '# new account', other: '# new accounts' })}, ${changed} changed, ${off} deactivated, ${same} unchanged, ${plural(badRows, { one: '# row with errors', other: '# rows with errors' })}.`
    : t`${plural(created, { one: '# new account', other: '# new accounts' })}, ${changed} changed, ${same} unchanged, ${plural(badRows, { one: '# row with errors', other: '# rows with errors' })}.`
}

type FoundProps = Omit<PreviewProps, 'id'> & { found: UserImportDetail }

function Found({ name, found, pending, onCommit }: FoundProps) {
  const { rows, created, updated, deactivated, badRows, missing_role } = found
  const contents = foundInWords(found)
  const changes = created + updated + deactivated
  const deactivates = missing_role !== ''
  return (
    <>
      <Text role="status">
        <Trans>
          <b>{name}</b>: <Plural value={rows} one="# row" other="# rows" />. {contents}
        </Trans>
      </Text>
      <Group>
        <Button
          {...(deactivated > 0 && { color: 'red.9' })}
          disabled={changes === 0 || (deactivates && badRows > 0)}
          loading={pending}
          onClick={() => onCommit(deactivated)}
        >
          {changes === 0 ? t`Nothing to import` : actionOf(found)}
        </Button>
        {badRows > 0 && changes > 0 && (
          <Text size="sm" c="dimmed">
            {deactivates
              ? t`Fix the rows below first. Their users would count as missing from the file.`
              : t`The rows below are skipped. You can fix them and import the file again.`}
          </Text>
        )}
      </Group>
      <BadRows result={found} />
      <Changes result={found} />
    </>
  )
}

function actionOf({ created, updated, deactivated }: UserImport) {
  const [added, changed, off] = [decimal(created), decimal(updated), decimal(deactivated)]
  if (created + updated === 0)
    return plural(deactivated, { one: 'Deactivate # account', other: 'Deactivate # accounts' })
  if (deactivated > 0) return t`Add ${added}, change ${changed} and deactivate ${off} accounts`
  if (updated === 0) return plural(created, { one: 'Add # account', other: 'Add # accounts' })
  if (created === 0) return plural(updated, { one: 'Change # account', other: 'Change # accounts' })
  return t`Add ${added} and change ${changed} accounts`
}

type Change = UserImportDetail['changes'][number]

const outcomes: Record<Change['outcome'], MessageDescriptor> = {
  created: msg`New`,
  updated: msg`Changed`,
  deactivated: msg`Deactivated`,
}

const changeColumns = (): Column<Change>[] => [
  { id: 'row', label: t`Row`, cell: ({ row }) => row || '–' },
  { id: 'who', label: t`Name`, place: 'lead', cell: ({ full_name, email }) => full_name || email || '–' },
  { id: 'email', label: t`Email`, cell: ({ email }) => email || '–' },
  { id: 'outcome', label: t`Result`, cell: ({ outcome }) => t(outcomes[outcome]) },
  { id: 'columns', label: t`Changed columns`, cell: ({ columns }) => columns.join(', ') || '–' },
]

const shownRows = 200 // that a table holds with ease

function Changes({ result: { changes, created, updated, deactivated } }: { result: UserImportDetail }) {
  if (changes.length === 0) return null
  const shown = changes.slice(0, shownRows)
  const total = created + updated + deactivated
  const [shownChanges, allChanges] = [decimal(shown.length), decimal(total)]
  return (
    <>
      <DataTable
        label={t`Changes`}
        columns={changeColumns()}
        rows={shown}
        idOf={({ row, email, full_name }) => `${row} ${email} ${full_name}`}
      />
      {total > shown.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            Showing the first {shownChanges} of {allChanges} changes.
          </Trans>
        </Text>
      )}
    </>
  )
}

type Bad = UserImportDetail['bad'][number]

const columns = (): Column<Bad>[] => [
  { id: 'row', label: t`Row`, cell: ({ row }) => row },
  { id: 'column', label: t`Column`, cell: ({ column }) => column },
  { id: 'reason', label: t`Error`, place: 'lead', cell: ({ code, reason }) => serverText(code, reason) },
]

function BadRows({ result: { id, bad } }: { result: UserImportDetail }) {
  const sheet = useRefusedRows(id)
  if (bad.length === 0) return null
  const some = bad.slice(0, shownRows)
  const shown = some.length
  return (
    <>
      <DataTable
        label={t`Rows with errors`}
        columns={columns()}
        rows={some}
        idOf={({ row, column, code }) => `${row} ${column} ${code}`}
      />
      {bad.length > some.length && (
        <Text size="sm" c="dimmed">
          <Trans>Showing the first {shown}. Download the file to see all.</Trans>
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
          <Trans>Download rows with errors</Trans>
        </Button>
      </Group>
    </>
  )
}
