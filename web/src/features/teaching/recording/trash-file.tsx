import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toMinute } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { type Owner, type RecordedFile, useTrashFile } from './api'
import { kindLabels } from './labels'

/** Deletes a file at Zoom. */
export function TrashFile({ of, file }: { of: Owner; file: RecordedFile }) {
  const [asking, setAsking] = useState(false)
  const trash = useTrashFile(of)
  const [kind, at] = [t(kindLabels[file.kind]), toMinute(file.started_at)]
  const isHere = file.state === 'imported'
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t`Delete at Zoom: ${kind}, ${at}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete at Zoom</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Delete this recording at Zoom?`}
          text={
            isHere
              ? t`It moves to the trash of the Zoom account, where it stays for 30 days. What is in the video library stays.`
              : t`It is not in the video library: learners can't watch it any more. It stays in the trash of the Zoom account for 30 days.`
          }
          action={t`Delete at Zoom`}
          danger
          pending={trash.isPending}
          error={trash.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            trash.mutate(
              { id: file.id, force: !isHere },
              {
                onSuccess: () => {
                  toast(t`Recording deleted at Zoom.`)
                  setAsking(false)
                },
              },
            )
          }
        />
      )}
    </>
  )
}
