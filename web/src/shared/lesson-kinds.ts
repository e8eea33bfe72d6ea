// tsc reports a missing one when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAppWindow,
  IconBroadcast,
  IconClipboardCheck,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconHelpHexagon,
  IconMovie,
} from '@tabler/icons-react'

import type { Schema } from '@/api/client'

type Kind = { label: MessageDescriptor; icon: typeof IconFile }

/** The types of lessons. */
export const lessonKinds: Record<Schema<'LessonEntry'>['type'], Kind> = {
  text: { label: msg`Text`, icon: IconFileText },
  video: { label: msg`Video`, icon: IconMovie },
  pdf: { label: msg`PDF`, icon: IconFileTypePdf },
  file: { label: msg`File`, icon: IconFile },
  embed: { label: msg`Embed`, icon: IconAppWindow },
  quiz: { label: msg`Quiz`, icon: IconHelpHexagon },
  assignment: { label: msg`Assignment`, icon: IconClipboardCheck },
  live_session: { label: msg`Live session`, icon: IconBroadcast },
}
