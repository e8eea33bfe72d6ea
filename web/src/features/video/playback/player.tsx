import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './player.css'

import { Button, Text } from '@mantine/core'
import { IconSettingsFilled } from '@tabler/icons-react'
import {
  MediaAirplayButton,
  MediaCaptionsButton,
  MediaCastButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPreviewChapterDisplay,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react'
import {
  MediaAudioTrackMenu,
  MediaCaptionsMenu,
  MediaPlaybackRateMenu,
  MediaRenditionMenu,
  MediaSettingsMenu,
  MediaSettingsMenuButton,
  MediaSettingsMenuItem,
} from 'media-chrome/react/menu'
import { type ElementType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import type { StreamingUrls } from './api'
import { showChapters } from './chapters'
import { labelControls } from './controls'
import type { Problem } from './problem'
import { followSettings } from './remembered'
import { abilitiesOf, type Source, sourceFor } from './source'
import { type Next, UpNext } from './up-next'
import { usePlayback } from './use-playback'

export type PlayerProps = {
  urls: StreamingUrls
  title: string
  /** Seconds. */
  start: number
  /** The user whose watch events and position are recorded; undefined for none. */
  viewer: string | undefined
  /** Receives the element, for controls that seek in it. */
  videoRef?: RefObject<HTMLVideoElement | null> | undefined
  /** Is given the element once it is there. */
  onElement?: ((video: HTMLVideoElement) => void) | undefined
  /** What is offered at the end. */
  next?: Next | undefined
  /** Whether it plays as soon as it can: the viewer came from the video before. */
  autoPlay?: boolean | undefined
}

/** The player: media-chrome's controls over Shaka. A separate chunk, loaded by pages that need it. */
export default function Player({
  urls,
  title,
  start,
  viewer,
  videoRef,
  onElement,
  next,
  autoPlay = false,
}: PlayerProps) {
  const own = useRef<HTMLVideoElement>(null)
  const video = videoRef ?? own
  const source = useSource(video)
  const { problem, tryAgain } = usePlayback(video, urls, { start, viewer, source })
  useEffect(() => (video.current ? followSettings(video.current) : undefined), [video])
  useEffect(() => {
    if (video.current) onElement?.(video.current)
  }, [video, onElement])
  useEffect(() => {
    if (video.current) showChapters(video.current, urls.chapters, urls.duration)
  }, [video, urls])
  labelControls() // the elements read their labels when they are created, after this

  return (
    <div className="player">
      <MediaController aria-label={t`Player: ${title}`} defaultSubtitles={false} noVolumePref noMutedPref>
        {/* biome-ignore lint/a11y/useMediaCaption: captions are the tracks below, if the teacher provided any */}
        <video
          slot="media"
          ref={video}
          playsInline
          crossOrigin=""
          poster={urls.poster || undefined}
          autoPlay={autoPlay}
        >
          {urls.storyboard && <track kind="metadata" label="thumbnails" src={urls.storyboard} default />}
          {/* Playlists name the captions too: a browser that plays these would offer them twice. */}
          {source !== 'native' &&
            urls.captions.map((c) => (
              <track key={c.language} kind="captions" src={c.url} srcLang={c.language} label={c.label} />
            ))}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        <Settings
          captions={urls.captions.length > 0}
          sounds={urls.audio.length > 1 && source !== 'native'}
          qualities={source !== 'native'}
        />
        <MediaControlBar className="scrub">
          <MediaTimeRange>
            <MediaPreviewThumbnail slot="preview" />
            <MediaPreviewChapterDisplay slot="preview" />
            <MediaPreviewTimeDisplay slot="preview" />
          </MediaTimeRange>
        </MediaControlBar>
        <MediaControlBar className="main">
          <MediaPlayButton />
          <MediaSeekBackwardButton seekOffset={10} />
          <MediaSeekForwardButton seekOffset={10} />
          <MediaMuteButton />
          <MediaVolumeRange className="wide" />
          <MediaTimeDisplay showDuration />
          <span className="gap" />
          {urls.captions.length > 0 && <MediaCaptionsButton role="switch" />}
          <MediaSettingsMenuButton>
            <IconSettingsFilled slot="icon" aria-hidden="true" />
          </MediaSettingsMenuButton>
          <MediaAirplayButton />
          <MediaCastButton />
          <MediaPipButton className="wide" />
          <MediaFullscreenButton />
        </MediaControlBar>
        {next && !problem && <UpNext video={video} next={next} />}
      </MediaController>
      {problem && <ProblemBox problem={problem} tryAgain={tryAgain} />}
    </div>
  )
}

/** How this browser plays; undefined before the element is there to be asked. */
function useSource(video: RefObject<HTMLVideoElement | null>) {
  const [source, setSource] = useState<Source>()
  useEffect(() => {
    if (video.current) setSource(sourceFor(abilitiesOf(video.current)))
  }, [video])
  return source
}

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

type SettingsProps = { captions: boolean; sounds: boolean; qualities: boolean }

function Settings({ captions, sounds, qualities }: SettingsProps) {
  return (
    <MediaSettingsMenu hidden anchor="auto">
      {qualities && <SettingsItem label={t`Quality`} menu={MediaRenditionMenu} />}
      <SettingsItem label={t`Speed`} menu={MediaPlaybackRateMenu} rates={speeds} />
      {sounds && <SettingsItem label={t`Audio`} menu={MediaAudioTrackMenu} />}
      {captions && (
        <SettingsItem label={t`Captions`} menu={MediaCaptionsMenu}>
          <span slot="captions-indicator" />
        </SettingsItem>
      )}
    </MediaSettingsMenu>
  )
}

type SettingsItemProps = {
  label: string
  /** The element of the submenu. */
  menu: ElementType
  /** Of playback, where the submenu offers speeds. */
  rates?: number[]
  children?: ReactNode
}

function SettingsItem({ label, menu: Submenu, children, ...rest }: SettingsItemProps) {
  return (
    <MediaSettingsMenuItem>
      {label}
      <Submenu slot="submenu" hidden {...rest}>
        {children}
        <div slot="title">{label}</div>
      </Submenu>
    </MediaSettingsMenuItem>
  )
}

function ProblemBox({ problem, tryAgain }: { problem: Problem; tryAgain: () => void }) {
  return (
    <div className="problem" role="alert" data-kind={problem.kind}>
      <Text fw={700} size="lg">
        {problem.title}
      </Text>
      <Text size="sm">{problem.text}</Text>
      {problem.kind !== 'network' && (
        <Button variant="white" color="dark" mt="sm" onClick={tryAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
