import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import type { ComponentType } from 'react'

import { bytes, dated, instant } from '@/shared/format'
import { PdfView } from '@/shared/pdf/pdf-view'
import { type Lessons, RichText } from '@/shared/rich-text'

import type { LessonDetail, LessonKind } from './api'
import { addressOf, fileOf, sessionOf, textOf } from './content'
import classes from './preview-page.module.css'

/** The players for kinds of lessons that belong to other features. */
export type Players = Partial<
  Record<LessonKind, ComponentType<{ courseId: string; lessonId: string; content: unknown; title: string }>>
>

/** The content of a lesson as learners see it. */
export function LessonBody({
  courseId,
  lesson,
  players,
  lessons,
}: {
  courseId: string
  lesson: LessonDetail
  players: Players
  lessons: Lessons
}) {
  const { type, title, content } = lesson
  if (content === null || content === undefined)
    return (
      <Text c="dimmed">
        <Trans>This lesson has no content yet.</Trans>
      </Text>
    )
  const Player = players[type]
  if (Player) return <Player courseId={courseId} lessonId={lesson.id} content={content} title={title} />
  switch (type) {
    case 'text':
      return <RichText html={textOf(content)} lessons={lessons} />
    case 'embed':
      return (
        <iframe
          className={classes.frame}
          src={addressOf(content)}
          title={title}
          sandbox={'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation'}
          allowFullScreen
        />
      )
    case 'pdf':
      return <PdfView address={fileOf(content).address} name={title} />
    case 'file':
      return <Download content={content} />
    case 'live_session':
      return <Session content={content} />
    default:
      return (
        <Text c="dimmed">
          <Trans>Only learners see this content.</Trans>
        </Text>
      )
  }
}

function Download({ content }: { content: unknown }) {
  const { name, size, address } = fileOf(content)
  return (
    <Text>
      <Anchor href={address} download={name}>
        {name}
      </Anchor>{' '}
      · {bytes(size)}
    </Text>
  )
}

function Session({ content }: { content: unknown }) {
  const { date, start, minutes, zone, join, startsAt } = sessionOf(content)
  const day = dated(date)
  const localTime = instant(startsAt)
  return (
    <>
      <Text fw={600}>
        {t`${day} at ${start} (${zone}), ${plural(minutes, { one: '# minute', other: '# minutes' })}`}
      </Text>
      <Text c="dimmed">
        <Trans>In your time zone: {localTime}</Trans>
      </Text>
      {join && (
        <Anchor href={join} target="_blank" rel="noreferrer">
          <Trans>Join session</Trans>
        </Anchor>
      )}
    </>
  )
}
