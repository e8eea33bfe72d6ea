import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, FileButton, NativeSelect, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'

import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'

import { type MissingRole, type SheetImport, useImport, useImportPreview } from './import-api'
import classes from './import-page.module.css'
import { ImportPreview, ImportView } from './import-view'
import { RecentImports } from './recent-imports'

/** Creates and changes accounts by a spreadsheet: a preview first, then the result. */
export function ImportPage() {
  const [choice, setChoice] = useState<Partial<SheetImport>>({})
  const preview = useImportPreview()
  const commit = useImport()
  const look = (change: Partial<SheetImport>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    commit.reset()
    if (next.sheet) preview.mutate({ update: false, missing: undefined, ...next, sheet: next.sheet })
  }
  const startAgain = () => [setChoice({}), commit.reset(), preview.reset()]
  const looked = preview.variables

  return (
    <>
      <TextLink to="/admin/users" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> <Trans>All users</Trans>
      </TextLink>
      <PageHead
        title={t`Import users`}
        lead="A CSV file with the columns full_name and email, and if you like student_number, roles, status (active or disabled), phone, birth_date, street, postal_code, city, region and country (such as DE). Newcomers get an email with a link to choose a password."
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
          <ImportView id={commit.data.id} onAgain={startAgain} />
        ) : (
          looked &&
          preview.data && (
            <ImportPreview
              key={preview.data.id}
              id={preview.data.id}
              name={looked.sheet.name}
              pending={commit.isPending}
              onCommit={(deactivated) => commit.mutate({ ...looked, deactivated })}
            />
          )
        )}
        <RecentImports />
      </Stack>
    </>
  )
}

const missingRoles: { value: MissingRole; label: string }[] = [
  { value: 'student', label: 'Students' },
  { value: 'instructor', label: 'Instructors' },
  { value: 'corporate', label: 'Corporate clients' },
]

type OptionsProps = { choice: Partial<SheetImport>; onChange: (change: Partial<SheetImport>) => void }

function Options({ choice: { update = false, missing }, onChange }: OptionsProps) {
  return (
    <>
      <Checkbox
        label={t`Change accounts that exist already`}
        description={t`They are found by student number or email and become what the file says. Empty cells change nothing.`}
        checked={update}
        onChange={(event) => onChange({ update: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Switch off users who are not in the file`}
        description={t`Only active accounts with one role and no other, and only if every row can be used.`}
        checked={missing !== undefined}
        onChange={(event) => onChange({ missing: event.currentTarget.checked ? 'student' : undefined })}
      />
      {missing && (
        <NativeSelect
          label={t`Who is switched off`}
          data={missingRoles}
          value={missing}
          maw={320}
          onChange={(event) => onChange({ missing: missingRoles[event.currentTarget.selectedIndex]?.value })}
        />
      )}
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
      <Text>
        <Trans>Drop the file here, or</Trans>
      </Text>
      <FileButton onChange={onFile} accept=".csv,text/csv" inputProps={{ 'aria-label': t`CSV file` }}>
        {(button) => (
          <Button {...button} variant={again ? 'default' : 'filled'} loading={loading}>
            {again ? t`Choose another file` : t`Choose a file`}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        <Trans>At most 10,000 rows and 5 MB. Nothing happens before you have seen what would.</Trans>
      </Text>
    </div>
  )
}
