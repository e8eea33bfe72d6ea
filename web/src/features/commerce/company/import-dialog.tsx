import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, FileButton, List, Text } from '@mantine/core'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { serverText } from '@/api/problem-text'
import { Dialog } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'

import { useImportPeople } from './api'

/** Invites the people of a CSV file: a preview first, then the result. */
export function ImportPeopleDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const [sheet, setSheet] = useState<File>()
  const preview = useImportPeople(companyId, true)
  const commit = useImportPeople(companyId, false)
  const check = (file: File | null) => {
    if (!file) return
    setSheet(file)
    commit.reset()
    preview.mutate(file)
  }
  const result = commit.data ?? preview.data
  const error = commit.error ?? preview.error
  const acts = result?.dryRun ? result.invited + result.changed : 0
  return (
    <Dialog title={t`Import people`} closeLabel={t`Close`} onClose={onClose}>
      <Text size="sm" c="dimmed">
        <Trans>
          A CSV file with the columns “email”, “full_name”, “department”. You see a preview before anyone is invited.
        </Trans>
      </Text>
      <FileButton onChange={check} accept=".csv,text/csv" inputProps={{ 'aria-label': t`CSV file` }}>
        {(button) => (
          <Button {...button} variant="default" loading={preview.isPending} style={{ alignSelf: 'start' }}>
            <Trans>Choose CSV file</Trans>
          </Button>
        )}
      </FileButton>
      {error && <Failure error={error} />}
      {result && <ImportResult result={result} />}
      {sheet && acts > 0 && (
        <Button style={{ alignSelf: 'start' }} loading={commit.isPending} onClick={() => commit.mutate(sheet)}>
          {plural(acts, { one: 'Import # row', other: 'Import # rows' })}
        </Button>
      )}
    </Dialog>
  )
}

function ImportResult({ result }: { result: Schema<'CompanyImport'> }) {
  const { dryRun, rows, invited, changed, existing, bad, badRows } = result
  return (
    <>
      <Text role="status">
        {dryRun ? (
          <Trans>
            <Plural value={rows} one="# row" other="# rows" />:{' '}
            <Plural value={invited} one="# person to invite" other="# people to invite" />,{' '}
            <Plural value={existing} one="# already in the company" other="# already in the company" />,{' '}
            <Plural value={changed} one="# department to change" other="# departments to change" />,{' '}
            <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
          </Trans>
        ) : (
          <Trans>
            <Plural value={rows} one="# row" other="# rows" />:{' '}
            <Plural value={invited} one="# person invited" other="# people invited" />,{' '}
            <Plural value={existing} one="# already in the company" other="# already in the company" />,{' '}
            <Plural value={changed} one="# department changed" other="# departments changed" />,{' '}
            <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
          </Trans>
        )}
      </Text>
      {bad.length > 0 && (
        <List size="sm" aria-label={t`Rows with errors`}>
          {bad.slice(0, 50).map(({ row, column, code, reason: english }) => {
            const reason = serverText(code, english)
            return (
              <List.Item key={`${row} ${column}`}>
                <Trans>
                  Row {row}: {reason}
                </Trans>
              </List.Item>
            )
          })}
        </List>
      )}
    </>
  )
}
