import { lazy } from 'react'

import type { Editors } from '../builder'
import { EmbedEditor } from './embed-editor'
import { FileEditor, PdfEditor } from './file-editor'
import { LiveEditor } from './live-editor'

/** The editors of this feature. Those that use other features are provided by the page (app/pages/curriculum.tsx). */
export const ownEditors: Editors = {
  text: lazy(() => import('./text-editor')),
  pdf: PdfEditor,
  file: FileEditor,
  embed: EmbedEditor,
  live_session: LiveEditor,
}
