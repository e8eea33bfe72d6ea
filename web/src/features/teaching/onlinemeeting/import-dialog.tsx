import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ImportParticipants } from '@/shared/import-participants'

import { expectedQuery, unmatchedQuery, useAssign, useImportAttendance } from './api'

/** Opens the dialog that takes the list of participants that its provider has of a meeting. */
export function ImportButton({ meetingId }: { meetingId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t`Import participants`}
      </Button>
      {isOpen && <ImportDialog meetingId={meetingId} onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
  const unmatched = useQuery(unmatchedQuery(meetingId))
  const expected = useQuery({ ...expectedQuery(meetingId), enabled: (unmatched.data?.length ?? 0) > 0 })
  return (
    <ImportParticipants
      preview={useImportAttendance(meetingId, true)}
      commit={useImportAttendance(meetingId, false)}
      unmatched={unmatched}
      assign={useAssign(meetingId)}
      learners={expected.data ?? []}
      onClose={onClose}
    />
  )
}
