import { msg } from '@lingui/core/macro'

import type { RecordedFile, RecordedLesson } from './api'

/** States of a recording. */
export const stateLabels = {
  processing: msg`Being processed`,
  ready: msg`Ready`,
  failed: msg`Can't be processed`,
} satisfies Record<RecordedLesson['state'], unknown>

/** States of a file at a meeting server. */
export const fileLabels = {
  found: msg`At the meeting server`,
  fetching: msg`Being fetched`,
  imported: msg`In the video library`,
  failed: msg`Not fetched`,
} satisfies Record<RecordedFile['state'], unknown>

/** Kinds of files at a meeting server. */
export const kindLabels = {
  video: msg`Video`,
  transcript: msg`Transcript`,
  playback: msg`Page at the meeting server`,
} satisfies Record<RecordedFile['kind'], unknown>

/** Why a file is not in the library. */
export const reasonLabels = {
  '': msg`No reason known.`,
  gone: msg`The meeting server doesn't have it any more.`,
  unreachable: msg`The meeting server doesn't answer, or stops in the middle. The next try goes on from there.`,
  not_a_file: msg`The meeting server answers with a page instead of the file. At Zoom, check the scopes of the application.`,
  wrong_size: msg`The file has another size than the meeting server says. It may still be written.`,
  too_large: msg`The file is larger than videos may be.`,
  no_instructor: msg`Nobody teaches the course who could own the video. Assign an instructor.`,
  no_course: msg`The course for its video doesn't exist any more. Choose another one.`,
  no_space: msg`There is no space for the video, or too many uploads are in progress.`,
  refused: msg`The upload was cancelled, or its instructor no longer teaches the course.`,
} satisfies Record<RecordedFile['reason'], unknown>
