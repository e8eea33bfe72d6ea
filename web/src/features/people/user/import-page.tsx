import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { count } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'

import { type ImportResult, useImport, useImportPreview } from './api'
import classes from './import-page.module.css'

/** Creates accounts from a spreadsheet: a preview first, then the result. */
export function ImportPage() {
  const [sheet, setSheet] = useState<File>()
  const preview = useImportPreview()
  const commit = useImport()
  const look = (file: File | null | undefined) => {
    if (!file) return
    setSheet(file)
    commit.reset()
    preview.mutate(file)
  }
  const pick = <Pick onFile={look} loading={preview.isPending} again={sheet !== undefined} />

  return (
    <>
      <TextLink to="/admin/users" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> All users
      </TextLink>
      <PageHead
        title="Import users"
        lead="A CSV file with the columns full_name and email, and roles if you like. Newcomers get an email with a link to choose a password; who has an account already stays as they are."
      />
      <Stack>
        {!commit.data && pick}
        {preview.error && <Failure error={preview.error} />}
        {commit.error && <Failure error={commit.error} />}
        {commit.data ? (
          <Result result={commit.data} onAgain={() => [setSheet(undefined), commit.reset(), preview.reset()]} />
        ) : (
          sheet &&
          preview.data && (
            <Preview
              name={sheet.name}
              result={preview.data}
              pending={commit.isPending}
              onCommit={() => commit.mutate(sheet)}
            />
          )
        )}
      </Stack>
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

type PreviewProps = { name: string; result: ImportResult; pending: boolean; onCommit: () => void }

function Preview({ name, result, pending, onCommit }: PreviewProps) {
  const { rows, created, existing, badRows } = result
  return (
    <>
      <Text role="status">
        <b>{name}</b>: {count(rows, 'row')}. {count(created, 'account')} would be made, {existing}{' '}
        {existing === 1 ? 'exists' : 'exist'} already, {count(badRows, 'row')} cannot be used.
      </Text>
      <Group>
        <Button disabled={created === 0} loading={pending} onClick={onCommit}>
          {created === 0 ? 'There is nothing to import' : `Make ${count(created, 'account')}`}
        </Button>
        {badRows > 0 && created > 0 && (
          <Text size="sm" c="dimmed">
            The rows below are left out; you can mend them and import the same file again.
          </Text>
        )}
      </Group>
      <BadRows result={result} />
    </>
  )
}

function Result({ result, onAgain }: { result: ImportResult; onAgain: () => void }) {
  const { created, existing, badRows } = result
  return (
    <>
      <Alert color="evergreen" role="status">
        {count(created, 'account')} made, {existing} existed already, {count(badRows, 'row')} left out.
      </Alert>
      <Group>
        <ButtonLink to="/admin/users">To the users</ButtonLink>
        <Button variant="default" onClick={onAgain}>
          Import another file
        </Button>
      </Group>
      <BadRows result={result} />
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
