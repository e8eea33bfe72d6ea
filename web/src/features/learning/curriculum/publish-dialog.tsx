import { t } from '@lingui/core/macro'
import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import type { Issue } from './api'
import { Issues } from './issues'
import { usePublish } from './versions-api'

type Props = { courseId: string; issues: Issue[]; onOpen: (lessonId: string) => void; onClose: () => void }

/** Publishes the draft, now or at a set time, after showing its problems. */
export function PublishDialog({ courseId, issues, onOpen, onClose }: Props) {
  const publish = usePublish(courseId)
  const [when, setWhen] = useState('now')
  const [at, setAt] = useState('')
  const [note, setNote] = useState('')
  const blocked = issues.some((i) => i.severity === 'error')
  const instant = new Date(at)
  const later = when === 'later'
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const go = () =>
    publish.mutate(
      { ...(note.trim() && { note: note.trim() }), ...(later && { at: instant.toISOString() }) },
      {
        onSuccess: ({ version, publish_at }) => {
          toast(publish_at ? t`Publication scheduled.` : t`Version ${version} published.`)
          onClose()
        },
      },
    )
  return (
    <Dialog title={t`Publish draft`} onClose={onClose}>
      <Issues
        issues={issues}
        onOpen={(id) => {
          onOpen(id)
          onClose()
        }}
      />
      {publish.error && <Failure error={publish.error} />}
      <Radio.Group label={t`Publication time`} value={when} onChange={setWhen}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t`Now: learners see the changes at once`} />
          <Radio value="later" label={t`Later: with all changes made until then`} />
        </Stack>
      </Radio.Group>
      {later && (
        <TextInput
          type="datetime-local"
          label={t`Date and time`}
          description={t`In your time zone, ${zone}.`}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
          error={fieldErrors(publish.error).at}
        />
      )}
      {!later && (
        <Textarea
          label={t`What's new`}
          description={t`Shown to instructors in the list of versions.`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <DialogActions onCancel={onClose}>
        <Button
          loading={publish.isPending}
          disabled={(blocked && !later) || (later && Number.isNaN(instant.getTime()))}
          onClick={go}
        >
          {later ? t`Schedule publication` : t`Publish`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
