import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type EnrollmentImport, useEnrolSheet } from './api'

/** Enrols all users in a spreadsheet: a preview first, then the result. */
export function EnrolSheet({ courseId }: { courseId: string }) {
  const [sheet, setSheet] = useState<File>()
  const preview = useEnrolSheet(courseId, true)
  const commit = useEnrolSheet(courseId, false)
  const look = (file: File | null) => {
    if (!file) return
    setSheet(file)
    commit.reset()
    preview.mutate(file)
  }
  const result = commit.data ?? preview.data
  const error = commit.error ?? preview.error
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={look} accept=".csv,text/csv" inputProps={{ 'aria-label': t`CSV file` }}>
          {(button) => (
            <Button {...button} variant="default" loading={preview.isPending}>
              <Trans>Enrol people from a sheet</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          <Trans>A CSV file with the column email. Nothing happens before you have seen what would.</Trans>
        </Text>
      </Group>
      {error && <Failure error={error} />}
      {result && <Outcome result={result} />}
      {sheet && result?.dryRun && result.enrolled > 0 && (
        <Button style={{ alignSelf: 'start' }} loading={commit.isPending} onClick={() => commit.mutate(sheet)}>
          <Trans>Enrol {count(result.enrolled, 'person', 'people')}</Trans>
        </Button>
      )}
    </Stack>
  )
}

function Outcome({ result: { dryRun, rows, enrolled, existing, bad, badRows } }: { result: EnrollmentImport }) {
  return (
    <>
      <Text role="status">
        {count(rows, 'row')}: {count(enrolled, 'person', 'people')}{' '}
        {dryRun ? t`would be` : enrolled === 1 ? 'was' : 'were'} <Trans>enrolled, {existing}</Trans>{' '}
        {existing === 1 ? 'has' : 'have'} <Trans>a place already, {count(badRows, 'row')} cannot be used.</Trans>
      </Text>
      {bad.length > 0 && (
        <List size="sm" aria-label={t`Rows that cannot be used`}>
          {bad.slice(0, 50).map(({ row, reason }) => (
            <List.Item key={row}>
              <Trans>
                Row {row}: {reason}
              </Trans>
            </List.Item>
          ))}
        </List>
      )}
    </>
  )
}
