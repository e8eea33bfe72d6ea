import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, List, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { serverText } from '@/api/problem-text'

import { Failure } from './query-view'

type BadRow = { row: number; column?: string; code: string; reason: string }
type Imported = { dryRun: boolean; bad: BadRow[] }

type Props<R> = {
  /** What the file has to hold. */
  hint: ReactNode
  preview: UseMutationResult<R, Error, File>
  commit: UseMutationResult<R, Error, File>
  /** How many rows a preview says would change something. */
  countOf: (result: R) => number
  /** The label of the button that imports so many rows. */
  action: (count: number) => string
  /** What a preview or an import says in words. */
  summary: (result: R) => ReactNode
}

const mostShown = 50 // rows with errors

/** Imports a CSV file: a preview first, then the result. */
export function SheetImport<R extends Imported>({ hint, preview, commit, countOf, action, summary }: Props<R>) {
  const [sheet, setSheet] = useState<File>()
  const check = (file: File | null) => {
    if (!file) return
    setSheet(file)
    commit.reset()
    preview.mutate(file)
  }
  const result = commit.data ?? preview.data
  const error = commit.error ?? preview.error
  const count = result?.dryRun ? countOf(result) : 0
  return (
    <>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <FileButton onChange={check} accept=".csv,text/csv" inputProps={{ 'aria-label': t`CSV file` }}>
        {(button) => (
          <Button {...button} variant="default" loading={preview.isPending} style={{ alignSelf: 'start' }}>
            <Trans>Choose CSV file</Trans>
          </Button>
        )}
      </FileButton>
      {error && <Failure error={error} />}
      {result && <Text role="status">{summary(result)}</Text>}
      {result && result.bad.length > 0 && <BadRows rows={result.bad} />}
      {sheet && count > 0 && (
        <Button style={{ alignSelf: 'start' }} loading={commit.isPending} onClick={() => commit.mutate(sheet)}>
          {action(count)}
        </Button>
      )}
    </>
  )
}

const BadRows = ({ rows }: { rows: BadRow[] }) => (
  <List size="sm" aria-label={t`Rows with errors`}>
    {rows.slice(0, mostShown).map(({ row, column = '', code, reason: english }) => {
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
)
