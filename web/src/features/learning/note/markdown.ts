import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { clock } from '@/shared/format'

type Note = Schema<'Note'>

/** Notes as a Markdown document: by course and lesson, in the order of the lesson, with links to the moments in videos. */
export function asMarkdown(notes: Note[], origin: string) {
  const lines = [`# ${t`My notes`}`]
  let [course, lesson] = ['', '']
  for (const note of notes.toSorted(inOrder)) {
    if (note.courseId !== course) lines.push(`## ${escaped(note.courseTitle)}`)
    if (note.lessonId !== lesson) lines.push(`### ${escaped(note.lessonTitle) || t`Lesson no longer published`}`)
    course = note.courseId
    lesson = note.lessonId
    lines.push(moment(note, origin) + note.body)
  }
  return `${lines.join('\n\n')}\n`
}

function moment({ courseId, lessonId, timestamp, lessonTitle }: Note, origin: string) {
  if (timestamp === null) return ''
  const at = clock(timestamp)
  return lessonTitle ? `[${at}](${origin}/learn/${courseId}/${lessonId}?t=${Math.floor(timestamp)}) ` : `${at} `
}

/** A text that is to stand in a heading as it is. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#]/g, '\\$&')

const last = Number.POSITIVE_INFINITY

const inOrder = (a: Note, b: Note) =>
  a.courseTitle.localeCompare(b.courseTitle) ||
  a.courseId.localeCompare(b.courseId) ||
  (a.lessonPosition || last) - (b.lessonPosition || last) ||
  a.lessonId.localeCompare(b.lessonId) ||
  (a.timestamp ?? last) - (b.timestamp ?? last) ||
  a.createdAt.localeCompare(b.createdAt)
