import { t } from '@lingui/core/macro'

/** What the controls of a rich text editor's toolbar are called; they show icons. */
export const editorLabels = () => ({
  h2ControlLabel: t`Heading 2`,
  h3ControlLabel: t`Heading 3`,
  boldControlLabel: t`Bold`,
  italicControlLabel: t`Italic`,
  underlineControlLabel: t`Underline`,
  highlightControlLabel: t`Highlight`,
  codeControlLabel: t`Code`,
  bulletListControlLabel: t`Bulleted list`,
  orderedListControlLabel: t`Numbered list`,
  blockquoteControlLabel: t`Quotation`,
  codeBlockControlLabel: t`Code block`,
  linkControlLabel: t`Link`,
  unlinkControlLabel: t`Remove link`,
  undoControlLabel: t`Undo`,
  redoControlLabel: t`Redo`,
  linkEditorInputLabel: t`Link address`,
  linkEditorExternalLink: t`Open in a new tab`,
  linkEditorInternalLink: t`Open in the same tab`,
  linkEditorSave: t`Save`,
})
