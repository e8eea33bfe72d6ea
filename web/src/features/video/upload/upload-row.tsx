import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { bytes, percent as percentage, timeLeft } from '@/shared/format'
import { ACCEPTED_FILES, type RefusedFile, type UploadItem, type UploadQueue } from '@/upload-client'

import { failureText, refusalText } from './failure-text'
import classes from './upload-dock.module.css'

type Props = { item: UploadItem; queue: UploadQueue }

/** An upload with its progress and actions. */
export function UploadRow({ item, queue }: Props) {
  const { fileName } = item
  const [asking, setAsking] = useState(false)
  const over = item.status === 'completed' || item.status === 'cancelled'

  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Text size="sm" fw={600} truncate title={fileName}>
          {fileName}
        </Text>
        <Group gap={2} wrap="nowrap">
          <Actions item={item} queue={queue} />
          <Act
            label={over ? t`Remove ${fileName} from the list` : t`Cancel ${fileName}`}
            onClick={() => (over ? queue.remove(item.id) : setAsking(true))}
          >
            <IconX size={18} />
          </Act>
        </Group>
      </div>
      <Progress
        value={item.status === 'completed' ? 100 : item.percent}
        color={item.status === 'failed' ? 'red' : 'evergreen'}
        aria-label={t`Upload of ${fileName}`}
      />
      <Standing item={item} />
      {item.status === 'needs-file' && <PickAgain item={item} queue={queue} />}
      {asking && (
        <Group gap="xs" mt={6} role="group" aria-label={t`Cancel this upload?`}>
          <Text size="sm">
            <Trans>Cancel this upload?</Trans>
          </Text>
          <Button size="xs" color="red" onClick={() => void queue.cancel(item.id)}>
            <Trans>Cancel upload</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            <Trans>Keep uploading</Trans>
          </Button>
        </Group>
      )}
    </li>
  )
}

function Actions({ item, queue }: Props) {
  const { fileName } = item
  switch (item.status) {
    case 'waiting':
    case 'uploading':
      return (
        <Act label={t`Pause ${fileName}`} onClick={() => queue.pause(item.id)}>
          <IconPlayerPause size={18} />
        </Act>
      )
    case 'paused':
      return (
        <Act label={t`Resume ${fileName}`} onClick={() => queue.resume(item.id)}>
          <IconPlayerPlay size={18} />
        </Act>
      )
    case 'failed': {
      const again = item.failure?.retryable === false ? t`Restart the upload of ${fileName}` : t`Retry ${fileName}`
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

const standings: Partial<Record<UploadItem['status'], MessageDescriptor>> = {
  waiting: msg`Waiting`,
  paused: msg`Paused`,
  completed: msg`Uploaded. The video is being processed.`,
  cancelled: msg`Cancelled`,
  'needs-file': msg`Interrupted. Choose the same file to resume.`,
}

function Standing({ item }: { item: UploadItem }) {
  if (item.status === 'failed' && item.failure) {
    const { what, next } = failureText(item.failure)
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {what} {next}
      </Text>
    )
  }
  const standing = standings[item.status]
  return (
    <Text size="xs" c="dimmed">
      {standing ? t(standing) : figuresOf(item).join(' · ')}
    </Text>
  )
}

function figuresOf({ percent, sentBytes, fileSize, bytesPerSecond, secondsLeft }: UploadItem) {
  const sent = bytes(sentBytes)
  const size = bytes(fileSize)
  const figures = [percentage(percent), t`${sent} of ${size}`]
  if (bytesPerSecond > 0) figures.push(`${bytes(bytesPerSecond)}/s`)
  if (secondsLeft !== null) figures.push(timeLeft(secondsLeft))
  return figures
}

function PickAgain({ item, queue }: Props) {
  const [refusal, setRefusal] = useState<RefusedFile | null>(null)
  const attach = async (file: File | null) => setRefusal(file && (await queue.attach(item.id, file)))
  return (
    <>
      <FileButton accept={ACCEPTED_FILES} onChange={(file) => void attach(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="light" mt={6}>
            <Trans>Choose file</Trans>
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {refusalText(refusal)}
        </Text>
      )}
    </>
  )
}
