import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'

import type { Schema } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { SheetImport } from '@/shared/sheet-import'

import { useImportPeople } from './api'

/** Invites the people of a CSV file: a preview first, then the result. */
export function ImportPeopleDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const preview = useImportPeople(companyId, true)
  const commit = useImportPeople(companyId, false)
  return (
    <Dialog title={t`Import people`} closeLabel={t`Close`} onClose={onClose}>
      <SheetImport
        hint={t`A CSV file with the columns “email”, “full_name”, “department”. You see a preview before anyone is invited.`}
        preview={preview}
        commit={commit}
        countOf={({ invited, changed }) => invited + changed}
        action={(count) => plural(count, { one: 'Import # row', other: 'Import # rows' })}
        summary={(result) => <Summary result={result} />}
      />
    </Dialog>
  )
}

function Summary({
  result: { dryRun, rows, invited, changed, existing, badRows },
}: {
  result: Schema<'CompanyImport'>
}) {
  return dryRun ? (
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
  )
}
