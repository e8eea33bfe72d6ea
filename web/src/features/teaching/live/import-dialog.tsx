import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { serverText } from '@/api/problem-text'
import { Dialog, DialogActions } from '@/shared/dialog'
import { toTime } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'

import {
  type AttendanceImport,
  type GridLearner,
  type UnmatchedPerson,
  unmatchedQuery,
  useAssign,
  useImportAttendance,
} from './grid-api'

type Props = { sessionId: string; learners: GridLearner[]; onClose: () => void }

/** Takes the list of participants that a meeting provider has of a session, and says who those are whom it doesn't find. */
export function ImportDialog({ sessionId, learners, onClose }: Props) {
  const [list, setList] = useState<File>()
  const preview = useImportAttendance(sessionId, true)
  const commit = useImportAttendance(sessionId, false)
  const result = commit.data ?? preview.data
  const error = commit.error ?? preview.error
  const good = result ? result.rows - result.badRows : 0
  return (
    <Dialog title={t`Import participants`} size="lg" onClose={onClose}>
      <Text size="sm">
        <Trans>
          The CSV file that Zoom, Teams, Meet or another provider offers after a meeting. Learners are found by their
          email address, never by their name.
        </Trans>
      </Text>
      <FileButton
        accept=".csv,text/csv"
        inputProps={{ 'aria-label': t`CSV file` }}
        onChange={(file) => {
          if (!file) return
          setList(file)
          commit.reset()
          preview.mutate(file)
        }}
      >
        {(button) => (
          <Button {...button} variant="default" loading={preview.isPending} style={{ alignSelf: 'start' }}>
            <Trans>Choose CSV file</Trans>
          </Button>
        )}
      </FileButton>
      {error && <Failure error={error} />}
      {result && <Outcome result={result} />}
      {list && result?.dryRun && good > 0 && (
        <Button style={{ alignSelf: 'start' }} loading={commit.isPending} onClick={() => commit.mutate(list)}>
          {plural(good, { one: 'Import # row', other: 'Import # rows' })}
        </Button>
      )}
      <Unmatched sessionId={sessionId} learners={learners} />
      <DialogActions onCancel={onClose} cancel={t`Close`} />
    </Dialog>
  )
}

function Outcome({ result: { dryRun, rows, matched, unmatched, bad, badRows } }: { result: AttendanceImport }) {
  return (
    <>
      <Text role="status">
        {dryRun ? <Trans>Nothing is imported yet.</Trans> : <Trans>Imported.</Trans>}{' '}
        <Trans>
          <Plural value={rows} one="# row" other="# rows" />:{' '}
          <Plural value={matched} one="# of a learner" other="# of learners" />,{' '}
          <Plural value={unmatched.length} one="# person to assign" other="# people to assign" />,{' '}
          <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
        </Trans>
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

/** Those of imported lists of whom it is not known who they are. */
function Unmatched({ sessionId, learners }: Pick<Props, 'sessionId' | 'learners'>) {
  const people = useQuery(unmatchedQuery(sessionId))
  const assign = useAssign(sessionId)
  return (
    <QueryView query={people} skeleton={null}>
      {(all) =>
        all.length === 0 ? null : (
          <Stack gap="xs">
            <Title order={3} size="h4">
              <Trans>Who is that?</Trans>
            </Title>
            {assign.error && <Failure error={assign.error} />}
            {all.map((p) => (
              <Person
                key={p.external_key}
                person={p}
                learners={learners}
                onAssign={(user_id) => assign.mutate({ external_key: p.external_key, user_id })}
              />
            ))}
          </Stack>
        )
      }
    </QueryView>
  )
}

type PersonProps = { person: UnmatchedPerson; learners: GridLearner[]; onAssign: (userId: string) => void }

function Person({ person: { name, external_key, joined_at, left_at }, learners, onAssign }: PersonProps) {
  const shown = name || external_key
  return (
    <Group justify="space-between">
      <div>
        <Text>{shown}</Text>
        <Text size="xs" c="dimmed">
          {name && name !== external_key && `${external_key} · `}
          {toTime(joined_at)}–{toTime(left_at)}
        </Text>
      </div>
      <NativeSelect
        aria-label={t`Learner who is ${shown}`}
        value=""
        data={[
          { value: '', label: t`Choose a learner` },
          ...learners.map(({ user_id, full_name }) => ({ value: user_id, label: full_name })),
        ]}
        onChange={({ currentTarget: { value } }) => value && onAssign(value)}
      />
    </Group>
  )
}
