import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { serverText } from '@/api/problem-text'
import { Failure } from '@/shared/query-view'

import { type EnrolmentImport, useEnrolSheet } from './enrolments-api'

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
  const enrolled = result?.enrolled ?? 0
  const error = commit.error ?? preview.error
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={look} accept=".csv,text/csv" inputProps={{ 'aria-label': t`CSV file` }}>
          {(button) => (
            <Button {...button} variant="default" loading={preview.isPending}>
              <Trans>Choose CSV file</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          <Trans>A CSV file with an “email” column. You see a preview before anyone is enrolled.</Trans>
        </Text>
      </Group>
      {error && <Failure error={error} />}
      {result && <Outcome result={result} />}
      {sheet && result?.dryRun && enrolled > 0 && (
        <Button style={{ alignSelf: 'start' }} loading={commit.isPending} onClick={() => commit.mutate(sheet)}>
          {plural(enrolled, { one: 'Enrol # learner', other: 'Enrol # learners' })}
        </Button>
      )}
    </Stack>
  )
}

function Outcome({ result: { dryRun, rows, enrolled, existing, bad, badRows } }: { result: EnrolmentImport }) {
  return (
    <>
      <Text role="status">
        {dryRun ? (
          <Trans>
            <Plural value={rows} one="# row" other="# rows" />:{' '}
            <Plural value={enrolled} one="# learner to enrol" other="# learners to enrol" />,{' '}
            <Plural value={existing} one="# already enrolled" other="# already enrolled" />,{' '}
            <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
          </Trans>
        ) : (
          <Trans>
            <Plural value={rows} one="# row" other="# rows" />:{' '}
            <Plural value={enrolled} one="# learner enrolled" other="# learners enrolled" />,{' '}
            <Plural value={existing} one="# already enrolled" other="# already enrolled" />,{' '}
            <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
          </Trans>
        )}
      </Text>
      {bad.length > 0 && (
        <List size="sm" aria-label={t`Rows with errors`}>
          {bad.slice(0, 50).map(({ row, code, reason: english }) => {
            const reason = serverText(code, english)
            return (
              <List.Item key={row}>
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
