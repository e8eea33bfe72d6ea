import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Choice } from '@/shared/choice'
import { ago } from '@/shared/format'
import { languages } from '@/shared/named-choices'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Caption, captionsQuery, useDeleteCaptions, usePutCaptions } from './captions-api'
import classes from './captions-panel.module.css'

/** The captions of a video: one file for each language. */
export function CaptionsPanel({ videoId }: { videoId: string }) {
  const captions = useQuery(captionsQuery(videoId))
  return (
    <Stack>
      <QueryView
        query={captions}
        skeleton={null}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No captions yet. They help everyone who can't hear the video or has the sound off.</Trans>
          </Text>
        }
      >
        {({ items }) => (
          <ul className={classes.list} aria-label={t`Captions`}>
            {items.map((caption) => (
              <Item key={caption.language} videoId={videoId} caption={caption} />
            ))}
          </ul>
        )}
      </QueryView>
      <NewCaptions videoId={videoId} there={captions.data?.items ?? []} />
    </Stack>
  )
}

function Item({ videoId, caption }: { videoId: string; caption: Caption }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteCaptions(videoId)
  const { label, language, updatedAt } = caption
  const changed = ago(updatedAt)
  return (
    <li className={classes.item}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>
            {label}{' '}
            <Text component="span" size="sm" c="dimmed">
              ({language})
            </Text>
          </Text>
          <Text size="xs" c="dimmed">
            <Trans>Last change: {changed}</Trans>
          </Text>
        </div>
        {asking ? (
          <Group gap="xs" role="group" aria-label={t`Delete captions “${label}”?`}>
            <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(language)}>
              <Trans>Delete {label}</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              <Trans>Keep captions</Trans>
            </Button>
          </Group>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => setAsking(true)}
            aria-label={t`Delete ${label}`}
          >
            <Trans>Delete</Trans>
          </Button>
        )}
      </Group>
      {remove.error && <Failure error={remove.error} />}
    </li>
  )
}

/** A language as its speakers write it, which is what viewers look for: Deutsch, not German. */
function ownName(language: string) {
  const [first = '', ...rest] = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return first.toLocaleUpperCase(language) + rest.join('')
}

function NewCaptions({ videoId, there }: { videoId: string; there: Caption[] }) {
  const [language, setLanguage] = useState('en')
  const [label, setLabel] = useState(() => ownName('en'))
  const put = usePutCaptions(videoId)
  const send = async (file: File | null) => {
    if (!file) return
    const replaced = there.find((c) => c.language.toLowerCase() === language.toLowerCase())
    const content = await file.text()
    put.mutate(
      { language, label: label.trim(), content, tag: replaced?.etag },
      { onSuccess: () => toast(t`Captions “${label}” saved.`) },
    )
  }

  return (
    <section aria-label={t`Add captions`} className={classes.add}>
      <Text fw={600}>
        <Trans>Add or replace captions</Trans>
      </Text>
      <Group align="end" mt="xs">
        <Choice
          label={t`Language`}
          w={170}
          choices={languages}
          chosen="en"
          value={language}
          onChange={(e) => {
            setLanguage(e.currentTarget.value)
            setLabel(ownName(e.currentTarget.value))
          }}
        />
        <TextInput
          label={t`Name in the player`}
          style={{ flex: 1 }}
          miw={150}
          value={label}
          onChange={(e) => setLabel(e.currentTarget.value)}
        />
        <FileButton accept=".vtt,.srt,text/vtt" onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} h={42} loading={put.isPending} disabled={!label.trim()}>
              <Trans>Choose VTT or SRT file</Trans>
            </Button>
          )}
        </FileButton>
      </Group>
      {put.error && <Failure error={put.error} />}
    </section>
  )
}
