// The labels of media-chrome's controls, which has a dictionary of its own.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { addTranslation, setLanguage } from 'media-chrome/utils/i18n'

/** Labels the controls that are created from now on in the reader's language. */
export function labelControls() {
  addTranslation(i18n.locale, { ...buttons(), ...times() })
  setLanguage(i18n.locale)
}

/** Tooltips, and the same for screen readers: media-chrome spells those in lower case. */
function buttons() {
  const seekOffset = '{seekOffset}' // filled in by media-chrome
  const seekBack = t`Back ${seekOffset} seconds`
  const seekForward = t`Forward ${seekOffset} seconds`
  return {
    Play: t`Play`,
    play: t`Play`,
    Pause: t`Pause`,
    pause: t`Pause`,
    'Seek backward': t`Back`,
    'seek back {seekOffset} seconds': seekBack,
    'Seek forward': t`Forward`,
    'seek forward {seekOffset} seconds': seekForward,
    Mute: t`Mute`,
    mute: t`Mute`,
    Unmute: t`Unmute`,
    unmute: t`Unmute`,
    volume: t`Volume`,
    'Enable captions': t`Turn captions on`,
    'Disable captions': t`Turn captions off`,
    'closed captions': t`Captions`,
    Settings: t`Settings`,
    settings: t`Settings`,
    'Enter picture in picture mode': t`Picture-in-picture`,
    'enter picture in picture mode': t`Picture-in-picture`,
    'Exit picture in picture mode': t`Exit picture-in-picture`,
    'exit picture in picture mode': t`Exit picture-in-picture`,
    'Enter fullscreen mode': t`Full screen`,
    'enter fullscreen mode': t`Full screen`,
    'Exit fullscreen mode': t`Exit full screen`,
    'exit fullscreen mode': t`Exit full screen`,
    Auto: t`Auto`,
    Off: t`Off`,
    'video player': t`Video player`,
    'media loading': t`Loading`,
  }
}

/** The seek bar, and its times in words. */
function times() {
  const [time, currentTime, totalTime] = ['{time}', '{currentTime}', '{totalTime}'] as const
  return {
    seek: t`Seek`,
    'playback time': t`Playback time`,
    'video not loaded, unknown time.': t`Video not loaded yet`,
    '{time} remaining': t`${time} remaining`,
    '{currentTime} of {totalTime}': t`${currentTime} of ${totalTime}`,
    hour: t`hour`,
    hours: t`hours`,
    minute: t`minute`,
    minutes: t`minutes`,
    second: t`second`,
    seconds: t`seconds`,
  }
}
