import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'

import type { AutosaveSnapshot } from './autosave'
import classes from './lesson-panel.module.css'

const words = {
  saved: { text: msg`Saved`, icon: IconCloudCheck },
  waiting: { text: msg`Saving…`, icon: IconCloudUp },
  saving: { text: msg`Saving…`, icon: IconCloudUp },
  offline: { text: msg`Not saved yet`, icon: IconCloudOff },
  conflict: { text: msg`Changed elsewhere`, icon: IconCloudOff },
  refused: { text: msg`Not saved`, icon: IconCloudOff },
}

/** Whether all edits have been saved. */
export function SaveState({ state }: { state: AutosaveSnapshot['state'] }) {
  const { text, icon: Icon } = words[state]
  return (
    <Text size="sm" c="dimmed" role="status" className={classes.state} data-state={state}>
      <Icon size={18} aria-hidden="true" /> {t(text)}
    </Text>
  )
}

/** Why edits could not be saved, and what to do. */
export function SaveTrouble({ snapshot, onRetry }: { snapshot: AutosaveSnapshot; onRetry: () => void }) {
  if (snapshot.state !== 'offline' && snapshot.state !== 'refused') return null
  const offline = snapshot.state === 'offline'
  return (
    <Alert role="alert" color={offline ? 'apricot' : 'red'} icon={<IconCloudOff />} my="sm">
      <Text size="sm">
        {offline
          ? t`The server can't be reached. Your changes are kept in this browser and saved once the connection is back.`
          : snapshot.error?.message}
      </Text>
      <Button size="xs" mt="xs" variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  )
}
