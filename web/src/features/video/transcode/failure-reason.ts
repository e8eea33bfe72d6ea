// Why a video could not be processed, for readers of other languages than that of the server's sentence.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { Video } from './api'

const reasons: Record<string, MessageDescriptor> = {
  NOT_A_VIDEO: msg`This file isn't a video. Upload an MP4, MOV, MKV, WebM or AVI file.`,
  VIDEO_DAMAGED: msg`This file is damaged or incomplete. Export or copy it again, then upload it.`,
  NO_VIDEO_TRACK: msg`This file has no moving pictures. Export the video again, then upload it.`,
  UNSUPPORTED_CODEC: msg`This video codec isn't supported. Export the video as H.264, H.265, VP8, VP9 or AV1.`,
  VIDEO_TOO_LONG: msg`This video is longer than 8 hours. Cut it, or upload it in parts.`,
  VIDEO_TOO_LARGE: msg`The picture is too large. Export the video with at most 3840×2160 pixels.`,
  VIDEO_TOO_SMALL: msg`The picture is too small. Each side needs at least 16 pixels.`,
  VIDEO_CUT_OFF: msg`The end of this file is missing. Copy or download it again, then upload the whole file.`,
  VIDEO_TRUNCATED: msg`The end of this file is missing. Upload the whole file, or publish what has arrived.`,
  VIDEO_PROTECTED: msg`This video is copy-protected (DRM). Upload a version without protection.`,
  VIDEO_TOO_MANY_TRACKS: msg`This file has too many tracks. Export it with one video track and at most 8 audio tracks.`,
}

const encoder = msg`This video could not be processed. Export it again, if possible as MP4 with H.264, then upload it.`
const trouble = msg`This video could not be processed because of a problem on our side. Try again. If it fails again, tell your administrator.`

/** The server's sentence, which has the figures, in English; its code chooses another elsewhere. */
export function failureReason({ failureCode: code, failureReason: sentence }: Video) {
  if (i18n.locale === 'en') return sentence
  const byEncoder = code === 'encoding_failed' || code.startsWith('encoder_')
  return t(reasons[code] ?? (byEncoder ? encoder : trouble))
}
