import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'

import { clock } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type StreamingUrls, transcriptQuery } from './api'
import classes from './film-side.module.css'
import { readSettings } from './settings'
import { type Cue, matching } from './transcript'
import { seek, usePlayhead } from './use-playhead'

type Props = { video: HTMLVideoElement | null; urls: StreamingUrls }

/** What is said in a video, from its captions: searchable, and a way to any place in it. */
export function TranscriptPanel({ video, urls }: Props) {
  const [language, setLanguage] = useState(() => firstLanguage(urls.captions))
  const cues = useQuery(transcriptQuery(urls.videoId, language))
  return (
    <>
      {urls.captions.length > 1 && (
        <NativeSelect
          aria-label={t`Language of the transcript`}
          size="sm"
          mb="xs"
          data={urls.captions.map((c) => ({ value: c.language, label: c.label }))}
          value={language}
          onChange={(e) => setLanguage(e.currentTarget.value)}
        />
      )}
      <QueryView
        query={cues}
        skeleton={<Skeleton height={200} />}
        isEmpty={(found) => found.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            <Trans>These captions have no text.</Trans>
          </Text>
        }
      >
        {(found) => <Cues key={language} video={video} cues={found} language={language} />}
      </QueryView>
    </>
  )
}

/** The captions that are shown on this device, or those in the reader's language, or the first. */
function firstLanguage(captions: StreamingUrls['captions']) {
  const wanted = [readSettings().captions, i18n.locale, i18n.locale.split('-')[0]]
  return (captions.find((c) => wanted.includes(c.language)) ?? captions[0])?.language ?? ''
}

function Cues({ video, cues, language }: { video: HTMLVideoElement | null; cues: Cue[]; language: string }) {
  const [search, setSearch] = useState('')
  const [following, setFollowing] = useState(true)
  const starts = useMemo(() => cues.map((c) => c.start), [cues])
  const current = cues[usePlayhead(video, starts)]
  const found = useMemo(() => matching(cues, search), [cues, search])
  const list = useRef<HTMLOListElement>(null)
  const still = useReducedMotion()
  const searching = search.trim() !== ''

  useEffect(() => {
    if (!current || !following || searching) return
    const shown = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView, which also moves the page.
    if (list.current && shown)
      list.current.scrollTo({
        top: shown.offsetTop - list.current.clientHeight / 3,
        behavior: still ? 'instant' : 'smooth',
      })
  }, [current, following, searching, still])

  const leave = () => setFollowing(false)
  const number = found.length
  return (
    <>
      <TextInput
        size="sm"
        type="search"
        aria-label={t`Search transcript`}
        placeholder={t`Search transcript`}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      {searching && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {plural(number, { 0: 'No matches', one: '# match', other: '# matches' })}
        </Text>
      )}
      <ol
        ref={list}
        className={classes.list}
        lang={language}
        aria-label={t`Transcript`}
        onWheel={leave}
        onTouchMove={leave}
        onKeyDown={(e) => ['PageUp', 'PageDown', 'Home', 'End', 'Tab'].includes(e.key) && leave()}
      >
        {found.map((cue) => (
          <li key={`${cue.start} ${cue.text}`}>
            <button
              type="button"
              className={classes.entry}
              aria-current={cue === current ? 'true' : undefined}
              onClick={() => {
                setFollowing(true)
                seek(video, cue.start)
              }}
            >
              <span className={classes.time}>{clock(cue.start)}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
      {!following && !searching && (
        <Button size="compact-sm" variant="light" mt="xs" onClick={() => setFollowing(true)}>
          <Trans>Follow video</Trans>
        </Button>
      )}
    </>
  )
}
