import { t } from '@lingui/core/macro'
import type { LessonEditorProps } from '@/shared/lesson-editor'
import { textOf } from '../content'
import RichField from './rich-field'

/** The text of a lesson. */
export default function TextEditor({ courseId, content, onChange }: LessonEditorProps) {
  return (
    <RichField
      courseId={courseId}
      label={t`Lesson text`}
      isLabelHidden
      html={textOf(content)}
      onChange={(html) => onChange({ html })}
    />
  )
}
