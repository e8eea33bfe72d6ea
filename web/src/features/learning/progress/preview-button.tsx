import { Trans } from '@lingui/react/macro'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { type LessonEntry, publishedQuery } from './api'
import { isPreview } from './course-curriculum'
import classes from './preview-button.module.css'

type Props = { courseId: string; onPreview: (lesson: LessonEntry) => void }

/** Plays the first preview of a course, from its cover; nothing where no lesson is one. */
export function PreviewButton({ courseId, onPreview }: Props) {
  const curriculum = useQuery(publishedQuery(courseId, false)).data
  const previews = curriculum?.lessons.filter(isPreview) ?? []
  const first = previews.find((l) => l.type === 'video') ?? previews[0]
  if (!first) return null
  return (
    <button type="button" className={classes.button} onClick={() => onPreview(first)}>
      <span className={classes.sign}>
        <IconPlayerPlayFilled size={26} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <Trans>Preview this course</Trans>
      </span>
    </button>
  )
}
