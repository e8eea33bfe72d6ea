import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'

import type { Schema } from '@/api/client'

import { Dialog, DialogActions } from './dialog'
import { toTime } from './format'
import { Failure, QueryView } from './query-view'
import { SheetImport } from './sheet-import'

type AttendanceImport = Schema<'AttendanceImport'>
type UnmatchedPerson = Schema<'UnmatchedPerson'>
type Learner = { user_id: string; full_name: string }

type Props = {
  /** Says what an import would do. */
  preview: UseMutationResult<AttendanceImport, Error, File>
  commit: UseMutationResult<AttendanceImport, Error, File>
  /** The people of imported lists of whom it is not known who they are. */
  unmatched: UseQueryResult<UnmatchedPerson[]>
  /** Says who one of them is. */
  assign: { error: Error | null; mutate: (body: Schema<'NewAssignment'>) => void }
  /** Who they can be. */
  learners: Learner[]
  onClose: () => void
}

/** Takes the list of participants that a meeting provider has of a session or a meeting, and says who those are whom it doesn't find. */
export function ImportParticipants({ preview, commit, onClose, ...unknown }: Props) {
  return (
    <Dialog title={t`Import participants`} size="lg" onClose={onClose}>
      <SheetImport
        hint={
          <Trans>
            The CSV file that Zoom, Teams, Meet or another provider offers after a meeting. Learners are found by their
            email address, never by their name.
          </Trans>
        }
        preview={preview}
        commit={commit}
        countOf={({ rows, badRows }) => rows - badRows}
        action={(count) => plural(count, { one: 'Import # row', other: 'Import # rows' })}
        summary={(result) => <Summary result={result} />}
      />
      <Unmatched {...unknown} />
      <DialogActions onCancel={onClose} cancel={t`Close`} />
    </Dialog>
  )
}

const Summary = ({
  result: { dryRun, rows, matched, instructors, unmatched, badRows },
}: {
  result: AttendanceImport
}) => (
  <>
    {dryRun ? <Trans>Nothing is imported yet.</Trans> : <Trans>Imported.</Trans>}{' '}
    <Trans>
      <Plural value={rows} one="# row" other="# rows" />:{' '}
      <Plural value={matched} one="# of a learner" other="# of learners" />,{' '}
      <Plural value={instructors} one="# of an instructor" other="# of instructors" />,{' '}
      <Plural value={unmatched.length} one="# person to assign" other="# people to assign" />,{' '}
      <Plural value={badRows} one="# row with an error" other="# rows with errors" />.
    </Trans>
  </>
)

/** Those of imported lists of whom it is not known who they are. */
function Unmatched({ unmatched, assign, learners }: Pick<Props, 'unmatched' | 'assign' | 'learners'>) {
  return (
    <QueryView query={unmatched} skeleton={null}>
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

type PersonProps = { person: UnmatchedPerson; learners: Learner[]; onAssign: (userId: string) => void }

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
