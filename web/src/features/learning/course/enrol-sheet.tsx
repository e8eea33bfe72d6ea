import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'

import { SheetImport } from '@/shared/sheet-import'

import { type EnrolmentImport, useEnrolSheet } from './enrolments-api'

/** Enrols all users in a spreadsheet: a preview first, then the result. */
export function EnrolSheet({ courseId }: { courseId: string }) {
  const preview = useEnrolSheet(courseId, true)
  const commit = useEnrolSheet(courseId, false)
  return (
    <Stack gap="xs">
      <SheetImport
        hint={t`A CSV file with an “email” column. You see a preview before anyone is enrolled.`}
        preview={preview}
        commit={commit}
        countOf={({ enrolled }) => enrolled}
        action={(count) => plural(count, { one: 'Enrol # learner', other: 'Enrol # learners' })}
        summary={(result) => <Summary result={result} />}
      />
    </Stack>
  )
}

function Summary({ result: { dryRun, rows, enrolled, existing, badRows } }: { result: EnrolmentImport }) {
  return dryRun ? (
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
  )
}
