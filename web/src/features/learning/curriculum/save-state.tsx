import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'

import type { AutosaveSnapshot } from './autosave'
import classes from './lesson-panel.module.css'

const words = {
  saved: { text: 'Saved', icon: IconCloudCheck },
  waiting: { text: 'Saving…', icon: IconCloudUp },
  saving: { text: 'Saving…', icon: IconCloudUp },
  offline: { text: 'Not saved yet', icon: IconCloudOff },
  conflict: { text: 'Changed elsewhere', icon: IconCloudOff },
  refused: { text: 'Not saved', icon: IconCloudOff },
}

/** Whether all edits have been saved. */
export function SaveState({ state }: { state: AutosaveSnapshot['state'] }) {
  const { text, icon: Icon } = words[state]
  return (
    <Text size="sm" c="dimmed" role="status" className={classes.state} data-state={state}>
      <Icon size={18} aria-hidden="true" /> {text}
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
          ? t`The server cannot be reached. What you typed is kept in this browser and is saved as soon as it answers.`
          : snapshot.error?.message}
      </Text>
      <Button size="xs" mt="xs" variant="default" onClick={onRetry}>
        <Trans>Try again now</Trans>
      </Button>
    </Alert>
  )
}
