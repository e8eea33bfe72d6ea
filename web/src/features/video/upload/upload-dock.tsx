import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Progress.layer.css'

import { ActionIcon, Paper, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { videoKeys } from '@/features/video/transcode/keys'
import type { QueueSnapshot } from '@/upload-client'
import { headline } from './headline'
import { uploadsOf } from './queue'
import classes from './upload-dock.module.css'
import { UploadRow } from './upload-row'

/** The uploads of the signed-in user, in a corner of every page while there are any. */
export default function UploadDock({ owner }: { owner: string }) {
  const queue = uploadsOf(owner)
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  const [open, setOpen] = useState(true)
  const list = useId()
  useFreshLists(snapshot)
  useWarningBeforeLeaving(snapshot.hasActive)

  useEffect(() => {
    const back = () => queue.networkBack()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [queue])

  if (snapshot.items.length === 0) return null
  return (
    <Paper component="section" withBorder shadow="xl" className={classes.dock} aria-label={t`Uploads`}>
      <div className={classes.head}>
        <Text fw={700} role="status">
          {headline(snapshot)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={open ? t`Hide uploads` : t`Show uploads`}
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={20} /> : <IconChevronUp size={20} />}
        </ActionIcon>
      </div>
      <ul id={list} className={classes.list} hidden={!open}>
        {snapshot.items.map((item) => (
          <UploadRow key={item.id} item={item} queue={queue} />
        ))}
      </ul>
    </Paper>
  )
}

/** Lists of videos show an upload as soon as the server knows of it, and again when it is complete. */
function useFreshLists({ items }: QueueSnapshot) {
  const client = useQueryClient()
  const known = items.map((i) => `${i.videoId ?? ''}${i.status === 'completed' ? '!' : ''}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists become stale when the server learns of an upload
  useEffect(() => {
    void client.invalidateQueries({ queryKey: videoKeys.all })
  }, [client, known])
}

function useWarningBeforeLeaving(active: boolean) {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
