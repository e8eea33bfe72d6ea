import { Alert, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { count } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'

import { type ImportResult, type SheetImport, useImport, useImportPreview } from './api'
import classes from './import-page.module.css'

/** Creates and changes accounts by a spreadsheet: a preview first, then the result. */
export function ImportPage() {
  const [choice, setChoice] = useState<Partial<SheetImport>>({})
  const preview = useImportPreview()
  const commit = useImport()
  const look = (change: Partial<SheetImport>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    commit.reset()
    if (next.sheet) preview.mutate({ update: false, deactivate: false, ...next, sheet: next.sheet })
  }
  const startAgain = () => [setChoice({}), commit.reset(), preview.reset()]

  return (
    <>
      <TextLink to="/admin/users" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> All users
      </TextLink>
      <PageHead
        title="Import users"
        lead="A CSV file with the columns full_name and email, and student_number, roles and status (active or disabled) if you like. Newcomers get an email with a link to choose a password."
      />
      <Stack>
        {!commit.data && (
          <>
            <Pick
              onFile={(sheet) => sheet && look({ sheet })}
              loading={preview.isPending}
              again={choice.sheet !== undefined}
            />
            <Options choice={choice} onChange={look} />
          </>
        )}
        {preview.error && <Failure error={preview.error} />}
        {commit.error && <Failure error={commit.error} />}
        {commit.data ? (
          <Result result={commit.data} onAgain={startAgain} />
        ) : (
          preview.variables &&
          preview.data && (
            <Preview
              name={preview.variables.sheet.name}
              deactivates={preview.variables.deactivate}
              result={preview.data}
              pending={commit.isPending}
              onCommit={() => commit.mutate({ ...preview.variables, deactivated: preview.data.deactivated })}
            />
          )
        )}
      </Stack>
    </>
  )
}

type OptionsProps = { choice: Partial<SheetImport>; onChange: (change: Partial<SheetImport>) => void }

function Options({ choice: { update = false, deactivate = false }, onChange }: OptionsProps) {
  return (
    <>
      <Checkbox
        label="Change accounts that exist already"
        description="They are found by student number or email and become what the file says. Empty cells change nothing."
        checked={update}
        onChange={(event) => onChange({ update: event.currentTarget.checked })}
      />
      <Checkbox
        label="Switch off students who are not in the file"
        description="Only active accounts with no other role than student, and only if every row can be used."
        checked={deactivate}
        onChange={(event) => onChange({ deactivate: event.currentTarget.checked })}
      />
    </>
  )
}

type PickProps = { onFile: (file: File | null | undefined) => void; loading: boolean; again: boolean }

function Pick({ onFile, loading, again }: PickProps) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden="true" />
      <Text>Drop the file here, or</Text>
      <FileButton onChange={onFile} accept=".csv,text/csv" inputProps={{ 'aria-label': 'CSV file' }}>
        {(button) => (
          <Button {...button} variant={again ? 'default' : 'filled'} loading={loading}>
            {again ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        At most 10,000 rows and 5 MB. Nothing happens before you have seen what would.
      </Text>
    </div>
  )
}

type PreviewProps = {
  name: string
  deactivates: boolean
  result: ImportResult
  pending: boolean
  onCommit: () => void
}

function Preview({ name, deactivates, result, pending, onCommit }: PreviewProps) {
  const { rows, created, updated, deactivated, existing, badRows } = result
  const changes = created + updated + deactivated
  return (
    <>
      <Text role="status">
        <b>{name}</b>: {count(rows, 'row')}. {count(created, 'account')} would be made, {updated} changed,{' '}
        {deactivates && `${deactivated} switched off, `}
        {existing} {existing === 1 ? 'stays as it is' : 'stay as they are'}, {count(badRows, 'row')} cannot be used.
      </Text>
      <Group>
        <Button
          {...(deactivated > 0 && { color: 'red.9' })}
          disabled={changes === 0 || (deactivates && badRows > 0)}
          loading={pending}
          onClick={onCommit}
        >
          {changes === 0 ? 'There is nothing to import' : actionOf(result)}
        </Button>
        {badRows > 0 && changes > 0 && (
          <Text size="sm" c="dimmed">
            {deactivates
              ? 'Mend the rows below first: their users would count as missing from the file.'
              : 'The rows below are left out; you can mend them and import the same file again.'}
          </Text>
        )}
      </Group>
      <BadRows result={result} />
      <Changes result={result} />
    </>
  )
}

function actionOf({ created, updated, deactivated }: ImportResult) {
  const parts = [
    created > 0 && `Make ${count(created, 'account')}`,
    updated > 0 && `change ${updated}`,
    deactivated > 0 && `switch off ${deactivated}`,
  ].filter((part) => part !== false)
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Result({ result, onAgain }: { result: ImportResult; onAgain: () => void }) {
  const { created, updated, deactivated, existing, badRows } = result
  return (
    <>
      <Alert color="evergreen" role="status">
        {count(created, 'account')} made, {updated} changed, {deactivated > 0 && `${deactivated} switched off, `}
        {existing} as before, {count(badRows, 'row')} left out.
      </Alert>
      <Group>
        <ButtonLink to="/admin/users">To the users</ButtonLink>
        <Button variant="default" onClick={onAgain}>
          Import another file
        </Button>
      </Group>
      <BadRows result={result} />
      <Changes result={result} />
    </>
  )
}

type Change = ImportResult['changes'][number]

const outcomes: Record<Change['outcome'], string> = { created: 'New', updated: 'Changed', deactivated: 'Switched off' }

const changeColumns: Column<Change>[] = [
  { id: 'row', label: 'Row', cell: ({ row }) => row || '–' },
  { id: 'who', label: 'Who', place: 'lead', cell: ({ full_name, email }) => full_name || email || '–' },
  { id: 'email', label: 'Email', cell: ({ email }) => email || '–' },
  { id: 'outcome', label: 'What', cell: ({ outcome }) => outcomes[outcome] },
  { id: 'columns', label: 'What is different', cell: ({ columns }) => columns.join(', ') || '–' },
]

const shownChanges = 200 // rows that a table holds with ease

function Changes({ result: { changes, created, updated, deactivated } }: { result: ImportResult }) {
  if (changes.length === 0) return null
  const shown = changes.slice(0, shownChanges)
  const total = created + updated + deactivated
  return (
    <>
      <DataTable
        label="What changes"
        columns={changeColumns}
        rows={shown}
        idOf={({ row, email, full_name }) => `${row} ${email} ${full_name}`}
      />
      {total > shown.length && (
        <Text size="sm" c="dimmed">
          The first {shown.length} of {total.toLocaleString('en-GB')}.
        </Text>
      )}
    </>
  )
}

type Bad = ImportResult['bad'][number]

const columns: Column<Bad>[] = [
  { id: 'row', label: 'Row', cell: ({ row }) => row },
  { id: 'column', label: 'Column', cell: ({ column }) => column },
  { id: 'reason', label: 'What is wrong', place: 'lead', cell: ({ reason }) => reason },
]

function BadRows({ result: { bad } }: { result: ImportResult }) {
  if (bad.length === 0) return null
  return (
    <DataTable
      label="What is wrong"
      columns={columns}
      rows={bad}
      idOf={({ row, column, code }) => `${row} ${column} ${code}`}
    />
  )
}
