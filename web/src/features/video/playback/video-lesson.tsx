import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize, IconListNumbers, IconTextCaption } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'

import { QueryView } from '@/shared/query-view'

import { positionQuery, type StreamingUrls, streamingUrlsQuery } from './api'
import { ChapterList } from './chapter-list'
import { DownloadButton } from './download-button'
import side from './film-side.module.css'
import classes from './learn-page.module.css'
import { PlayerKeys } from './player-keys'
import { PlayerOnDemand } from './player-on-demand'
import { startAt } from './position'
import { readSettings, saveSettings } from './settings'
import { TranscriptPanel } from './transcript-panel'
import type { Next } from './up-next'

type Props = {
  videoId: string
  title: string
  /** The user whose position is saved. */
  viewer: string | undefined
  /** Where to start, in seconds, instead of where the viewer stopped. */
  from?: number | undefined
  /** Receives the element, for controls that seek in it. */
  videoRef?: RefObject<HTMLVideoElement | null>
  /** The lesson that is offered at the end. */
  next?: Next | undefined
  /** Whether it plays as soon as it can. */
  autoPlay?: boolean
}

/** The video of a lesson, resuming where the viewer stopped on any device, with its chapters and transcript. */
export function VideoLesson({ videoId, viewer, from, ...rest }: Props) {
  const urls = useQuery(streamingUrlsQuery(videoId))
  const position = useQuery({ ...positionQuery(videoId), enabled: viewer !== undefined })
  return (
    <>
      <QueryView query={urls} skeleton={<Skeleton className={classes.screen} />}>
        {(u) =>
          position.isLoading ? (
            <div className={classes.screen} />
          ) : (
            <Film
              urls={u}
              start={from ?? startAt(position.data?.position ?? 0, u.duration)}
              viewer={viewer}
              {...rest}
            />
          )
        }
      </QueryView>
      <PlayerKeys />
    </>
  )
}

type FilmProps = Omit<Props, 'videoId' | 'from'> & { urls: StreamingUrls; start: number }
type Side = 'chapters' | 'transcript'

function Film({ urls, ...player }: FilmProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [shown, setShown] = useState<Side>()
  const [theatre, toggleTheatre] = useTheatre()
  const hasChapters = urls.chapters.length > 0
  const hasTranscript = urls.captions.length > 0
  const toggle = (next: Side) => setShown(shown === next ? undefined : next)
  const button = (which: Side) => ({
    size: 'compact-md',
    variant: shown === which ? 'light' : 'subtle',
    'aria-expanded': shown === which,
    onClick: () => toggle(which),
  })
  return (
    <div className={side.stage} data-theatre={theatre || undefined}>
      <div className={side.layout} data-beside={shown}>
        <PlayerOnDemand urls={urls} onElement={setVideo} {...player} />
        {shown && (
          <section className={side.side} aria-label={shown === 'chapters' ? t`Chapters` : t`Transcript`}>
            {shown === 'chapters' ? (
              <ChapterList video={video} chapters={urls.chapters} />
            ) : (
              <TranscriptPanel video={video} urls={urls} />
            )}
          </section>
        )}
      </div>
      <Group gap={4} mt={6}>
        {hasChapters && (
          <Button {...button('chapters')} leftSection={<IconListNumbers size={18} />}>
            <Trans>Chapters</Trans>
          </Button>
        )}
        {hasTranscript && (
          <Button {...button('transcript')} leftSection={<IconTextCaption size={18} />}>
            <Trans>Transcript</Trans>
          </Button>
        )}
        {urls.downloadable && <DownloadButton videoId={urls.videoId} />}
        <Button
          visibleFrom="md"
          size="compact-md"
          variant="subtle"
          aria-pressed={theatre}
          ms="auto"
          leftSection={theatre ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
          onClick={toggleTheatre}
        >
          <Trans>Theatre width</Trans>
        </Button>
      </Group>
    </div>
  )
}

/** Whether the player has the width of the page, and how to change that; also by T. */
function useTheatre() {
  const [theatre, setTheatre] = useState(() => readSettings().theatre)
  const toggle = () => {
    saveSettings({ theatre: !theatre })
    setTheatre(!theatre)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inPlayer = event.target instanceof Element && event.target.closest('media-controller')
      if (event.code !== 'KeyT' || event.ctrlKey || event.metaKey || event.altKey || !inPlayer) return
      saveSettings({ theatre: !theatre })
      setTheatre(!theatre)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [theatre])
  return [theatre, toggle] as const
}
