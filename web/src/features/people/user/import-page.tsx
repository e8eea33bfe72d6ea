import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'

import { FileDrop } from '@/shared/file-drop'
import { decimal } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'

import { type MissingRole, type SheetImport, useImport, useImportPreview } from './import-api'
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
        lead={t`Upload a CSV file with the columns full_name and email. Optional columns: student_number, roles, status (active or disabled), phone, birth_date, street, postal_code, city, region and country (such as DE). New users get an email with a link to choose a password.`}
      />
      <Stack>
        {!commit.data && (
          <>
            <Pick onFile={(sheet) => look({ sheet })} loading={preview.isPending} again={choice.sheet !== undefined} />
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

const missingRoles: { value: MissingRole; label: MessageDescriptor }[] = [
  { value: 'student', label: msg`Students` },
  { value: 'instructor', label: msg`Instructors` },
  { value: 'corporate', label: msg`Corporate clients` },
]

type OptionsProps = { choice: Partial<SheetImport>; onChange: (change: Partial<SheetImport>) => void }

function Options({ choice: { update = false, missing }, onChange }: OptionsProps) {
  return (
    <>
      <Checkbox
        label={t`Update existing accounts`}
        description={t`Accounts are matched by student number or email address. Empty cells change nothing.`}
        checked={update}
        onChange={(event) => onChange({ update: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Deactivate users missing from the file`}
        description={t`Only active accounts with a single role, and only if no row has errors.`}
        checked={missing !== undefined}
        onChange={(event) => onChange({ missing: event.currentTarget.checked ? 'student' : undefined })}
      />
      {missing && (
        <NativeSelect
          label={t`Users to deactivate`}
          data={missingRoles.map(({ value, label }) => ({ value, label: t(label) }))}
          value={missing}
          maw={320}
          onChange={(event) => onChange({ missing: missingRoles[event.currentTarget.selectedIndex]?.value })}
        />
      )}
    </>
  )
}

type PickProps = { onFile: (file: File) => void; loading: boolean; again: boolean }

function Pick({ onFile, loading, again }: PickProps) {
  const rows = decimal(10_000)
  return (
    <FileDrop
      label={t`Drop a spreadsheet`}
      icon={<IconFileSpreadsheet size={36} stroke={1.4} aria-hidden="true" />}
      prompt={<Trans>Drop a CSV file here or choose one.</Trans>}
      hint={<Trans>Up to {rows} rows and 5 MB. You see a preview before anything changes.</Trans>}
      field={t`CSV file`}
      accept=".csv,text/csv"
      isPending={loading}
      isChosen={again}
      onFile={onFile}
    />
  )
}
