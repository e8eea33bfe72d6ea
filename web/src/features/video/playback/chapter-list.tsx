import { t } from '@lingui/core/macro'
import { useMemo } from 'react'

import { clock } from '@/shared/format'

import type { Chapter } from './chapters'
import classes from './film-side.module.css'
import { seek, usePlayhead } from './use-playhead'

/** The chapters of a video; choosing one plays from there. */
export function ChapterList({ video, chapters }: { video: HTMLVideoElement | null; chapters: Chapter[] }) {
  const starts = useMemo(() => chapters.map((c) => c.start), [chapters])
  const current = usePlayhead(video, starts)
  return (
    <ol className={classes.list} aria-label={t`Chapters`}>
      {chapters.map(({ start, title }, i) => (
        <li key={start}>
          <button
            type="button"
            className={classes.entry}
            aria-current={i === current ? 'true' : undefined}
            onClick={() => seek(video, start)}
          >
            <span className={classes.time}>{clock(start)}</span>
            <span>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
