import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { recordsQuery, settingsQuery, useSetRecordingSettings, type RecordingSettings as Values } from './api'

const onOff = (value: boolean) => (value ? t`On` : t`Off`)

const fields = (): VersionedField<Values>[] => [
  { name: 'records', label: t`Record sessions`, text: (v) => onOff(v.records) },
  {
    name: 'auto_import',
    label: t`Fetch recordings`,
    text: (v) => onOff(v.auto_import),
  },
  { name: 'publish', label: t`Publish at once`, text: (v) => onOff(v.publish) },
  {
    name: 'delete_after_import',
    label: t`Delete at the meeting server`,
    text: (v) => onOff(v.delete_after_import),
  },
]

/** Whether the sessions of a batch are recorded, for its instructors, who can change it. Nothing if no meeting server of the school records. */
export function RecordingSettings({ batchId }: { batchId: string }) {
  const settings = useQuery(settingsQuery(batchId)).data?.value
  const canRecord = useQuery(recordsQuery()).data
  const [editing, setEditing] = useState(false)
  if (!canRecord) return null
  return (
    <>
      {settings?.records && (
        <Text size="sm" c="dimmed">
          <Trans>Sessions at Zoom or BigBlueButton are recorded.</Trans>
        </Text>
      )}
      <Anchor component="button" type="button" size="sm" display="block" onClick={() => setEditing(true)}>
        <Trans>Recording settings</Trans>
      </Anchor>
      {editing && <SettingsDialog batchId={batchId} onClose={() => setEditing(false)} />}
    </>
  )
}

function SettingsDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const settings = useQuery(settingsQuery(batchId))
  const set = useSetRecordingSettings(batchId)
  return (
    <Dialog title={t`Recordings of this batch`} onClose={onClose}>
      <QueryView query={settings} skeleton={<Rows />}>
        {({ value, tag }) => (
          <VersionedForm<Values, Values>
            label={t`Recordings of this batch`}
            action={t`Save settings`}
            conflict={t`Another instructor has changed these settings`}
            fields={fields()}
            current={value}
            tag={tag}
            save={set}
            onSaved={() => {
              toast(t`Settings saved.`)
              onClose()
            }}
          >
            {(form) => {
              const props = (name: keyof Values) => form.getInputProps(name, { type: 'checkbox' })
              return (
                <>
                  <Switch
                    label={t`Record sessions`}
                    description={t`Zoom or BigBlueButton records each session from its beginning. Its people read that on its page.`}
                    {...props('records')}
                  />
                  <Switch
                    label={t`Fetch recordings`}
                    description={t`Videos come into the video library by themselves, with their transcripts as captions. What BigBlueButton shows as a page is watched there.`}
                    {...props('auto_import')}
                  />
                  <Switch
                    label={t`Publish at once`}
                    description={t`Members see a recording as soon as it is processed. Otherwise you publish it.`}
                    {...props('publish')}
                  />
                  <Switch
                    label={t`Delete at the meeting server`}
                    description={t`Once its video is processed here, the recording moves to the trash at Zoom, or BigBlueButton no longer shows it.`}
                    {...props('delete_after_import')}
                  />
                </>
              )
            }}
          </VersionedForm>
        )}
      </QueryView>
    </Dialog>
  )
}
