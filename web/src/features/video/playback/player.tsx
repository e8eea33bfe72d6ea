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
import { type RefObject, useEffect, useRef } from 'react'

import type { StreamingUrls } from './api'
import { labelControls } from './controls'
import type { Problem } from './problem'
import { followSettings } from './remembered'
import { usePlayback } from './use-playback'

type Props = {
  urls: StreamingUrls
  title: string
  /** Seconds. */
  start: number
  /** The user whose watch events and position are recorded; undefined for none. */
  viewer: string | undefined
  /** Whether it plays at once, where the browser allows it. */
  autoPlay?: boolean
  /** Receives the element, for controls that seek in it. */
  videoRef?: RefObject<HTMLVideoElement | null> | undefined
}

/** The player: media-chrome's controls over Shaka. A separate chunk, loaded by pages that need it. */
export default function Player({ urls, title, start, viewer, autoPlay = false, videoRef }: Props) {
  const own = useRef<HTMLVideoElement>(null)
  const video = videoRef ?? own
  const { problem, tryAgain } = usePlayback(video, urls, { start, viewer })
  useEffect(() => (video.current ? followSettings(video.current) : undefined), [video])
  labelControls() // the elements read their labels when they are created, after this

  return (
    <div className="player">
      <MediaController aria-label={t`Player: ${title}`} defaultSubtitles={false} noVolumePref noMutedPref>
        {/* biome-ignore lint/a11y/useMediaCaption: captions are the tracks below, if the teacher provided any */}
        <video
          slot="media"
          ref={video}
          autoPlay={autoPlay}
          playsInline
          crossOrigin=""
          poster={urls.poster || undefined}
        >
          {urls.storyboard && <track kind="metadata" label="thumbnails" src={urls.storyboard} default />}
          {urls.captions.map((c) => (
            <track key={c.language} kind="captions" src={c.url} srcLang={c.language} label={c.label} />
          ))}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        <Settings captions={urls.captions.length > 0} sounds={urls.audio.length > 1} />
        <MediaControlBar className="scrub">
          <MediaTimeRange>
            <MediaPreviewThumbnail slot="preview" />
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
      </MediaController>
      {problem && <ProblemBox problem={problem} tryAgain={tryAgain} />}
    </div>
  )
}

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

function Settings({ captions, sounds }: { captions: boolean; sounds: boolean }) {
  return (
    <MediaSettingsMenu hidden anchor="auto">
      <MediaSettingsMenuItem>
        <Trans>Quality</Trans>
        <MediaRenditionMenu slot="submenu" hidden>
          <div slot="title">
            <Trans>Quality</Trans>
          </div>
        </MediaRenditionMenu>
      </MediaSettingsMenuItem>
      <MediaSettingsMenuItem>
        <Trans>Speed</Trans>
        <MediaPlaybackRateMenu slot="submenu" hidden rates={speeds}>
          <div slot="title">
            <Trans>Speed</Trans>
          </div>
        </MediaPlaybackRateMenu>
      </MediaSettingsMenuItem>
      {sounds && (
        <MediaSettingsMenuItem>
          <Trans>Audio</Trans>
          <MediaAudioTrackMenu slot="submenu" hidden>
            <div slot="title">
              <Trans>Audio</Trans>
            </div>
          </MediaAudioTrackMenu>
        </MediaSettingsMenuItem>
      )}
      {captions && (
        <MediaSettingsMenuItem>
          <Trans>Captions</Trans>
          <MediaCaptionsMenu slot="submenu" hidden>
            <div slot="title">
              <Trans>Captions</Trans>
            </div>
          </MediaCaptionsMenu>
        </MediaSettingsMenuItem>
      )}
    </MediaSettingsMenu>
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
