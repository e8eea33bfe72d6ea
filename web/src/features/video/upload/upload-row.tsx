import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { bytes, timeLeft } from '@/shared/format'
import { ACCEPTED_FILES, type UploadItem, type UploadQueue } from '@/upload-client'

import classes from './upload-dock.module.css'

type Props = { item: UploadItem; queue: UploadQueue }

/** An upload with its progress and actions. */
export function UploadRow({ item, queue }: Props) {
  const [asking, setAsking] = useState(false)
  const over = item.status === 'completed' || item.status === 'cancelled'

  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Text size="sm" fw={600} truncate title={item.fileName}>
          {item.fileName}
        </Text>
        <Group gap={2} wrap="nowrap">
          <Actions item={item} queue={queue} />
          <Act
            label={over ? t`Take ${item.fileName} off the list` : t`Cancel ${item.fileName}`}
            onClick={() => (over ? queue.remove(item.id) : setAsking(true))}
          >
            <IconX size={18} />
          </Act>
        </Group>
      </div>
      <Progress
        value={item.status === 'completed' ? 100 : item.percent}
        color={item.status === 'failed' ? 'red' : 'evergreen'}
        aria-label={t`Upload of ${item.fileName}`}
      />
      <Standing item={item} />
      {item.status === 'needs-file' && <PickAgain item={item} queue={queue} />}
      {asking && (
        <Group gap="xs" mt={6} role="group" aria-label={t`Cancel this upload?`}>
          <Text size="sm">
            <Trans>Cancel this upload?</Trans>
          </Text>
          <Button size="xs" color="red" onClick={() => void queue.cancel(item.id)}>
            <Trans>Cancel it</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </Group>
      )}
    </li>
  )
}

function Actions({ item, queue }: Props) {
  switch (item.status) {
    case 'waiting':
    case 'uploading':
      return (
        <Act label={t`Pause ${item.fileName}`} onClick={() => queue.pause(item.id)}>
          <IconPlayerPause size={18} />
        </Act>
      )
    case 'paused':
      return (
        <Act label={t`Go on with ${item.fileName}`} onClick={() => queue.resume(item.id)}>
          <IconPlayerPlay size={18} />
        </Act>
      )
    case 'failed': {
      const again =
        item.failure?.retryable === false ? t`Start the upload of ${item.fileName} anew` : t`Try ${item.fileName} again`
      return (
        <Act label={again} onClick={() => queue.retry(item.id)}>
          <IconRefresh size={18} />
        </Act>
      )
    }
    default:
      return null
  }
}

function Act({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}

const standings: Partial<Record<UploadItem['status'], string>> = {
  waiting: 'Waiting for its turn',
  paused: 'Paused',
  completed: 'Uploaded. It is being processed now.',
  cancelled: 'Cancelled',
  'needs-file': 'Interrupted. Choose the same file again and it goes on where it stopped.',
}

function Standing({ item }: { item: UploadItem }) {
  if (item.status === 'failed' && item.failure) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {item.failure.message} {item.failure.suggestedAction}
      </Text>
    )
  }
  const sent = `${bytes(item.sentBytes)} of ${bytes(item.fileSize)}`
  const speed = item.bytesPerSecond > 0 ? ` · ${bytes(item.bytesPerSecond)}/s` : ''
  const left = item.secondsLeft === null ? '' : ` · ${timeLeft(item.secondsLeft)}`
  return (
    <Text size="xs" c="dimmed">
      {standings[item.status] ?? `${item.percent}% · ${sent}${speed}${left}`}
    </Text>
  )
}

function PickAgain({ item, queue }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const attach = async (file: File | null) => setRefusal(file && (await queue.attach(item.id, file)))
  return (
    <>
      <FileButton accept={ACCEPTED_FILES} onChange={(file) => void attach(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="light" mt={6}>
            <Trans>Choose the file</Trans>
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
    </>
  )
}
