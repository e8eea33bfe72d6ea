import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { span } from '@/shared/format'
import { lessonKinds } from '@/shared/lesson-kinds'
import { QueryView } from '@/shared/query-view'

import { type LessonEntry, type Published, progressQuery, publishedQuery, type SectionEntry } from './api'
import { CourseBar } from './course-bar'
import classes from './course-curriculum.module.css'
import { inOrder, statesOf } from './lesson-state'

type Props = {
  courseId: string
  /** Whether the user is enrolled in the course. */
  enrolled: boolean
  /** Shown for a course without a curriculum. */
  otherwise: ReactNode
  /** Opens a lesson that is a preview, for users who are not enrolled. */
  onPreview: (lesson: LessonEntry) => void
}

/** The contents of a course on its page: sections, folded but the first, with the types and durations of their lessons. */
export function CourseCurriculum({ courseId, enrolled, otherwise, onPreview }: Props) {
  const curriculum = useQuery(publishedQuery(courseId, enrolled))
  const progress = useQuery({ ...progressQuery(courseId), enabled: enrolled })
  return (
    <QueryView query={curriculum} skeleton={<Skeleton height={320} radius="lg" my="xl" />}>
      {(c) =>
        c.isFallback ? (
          otherwise
        ) : (
          <section className={classes.curriculum} aria-labelledby="curriculum">
            <Title order={2} id="curriculum" size="h3" mb={4}>
              <Trans>Curriculum</Trans>
            </Title>
            {enrolled && <CourseBar progress={progress.data} />}
            <Sections
              key={c.version}
              curriculum={c}
              states={statesOf(progress.data)}
              row={(lesson) =>
                isPreview(lesson) && !enrolled ? (
                  <PreviewRow lesson={lesson} onPreview={onPreview} />
                ) : (
                  <Row courseId={courseId} lesson={lesson} />
                )
              }
            />
          </section>
        )
      }
    </QueryView>
  )
}

const shown: LessonEntry['type'][] = ['video', 'text', 'pdf', 'file', 'embed']

/** Whether everybody may see the lesson on the course page; quizzes and assignments need an enrolment. */
export const isPreview = ({ type, previewable, lock }: LessonEntry) => previewable && !lock && shown.includes(type)

type SectionsProps = {
  curriculum: Published
  states: ReturnType<typeof statesOf>
  row: (lesson: LessonEntry) => ReactNode
}

function Sections({ curriculum, states, row }: SectionsProps) {
  const sections = inOrder(curriculum)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(sections.slice(0, 1).map((s) => s.id)))
  const all = open.size === sections.length
  const fold = (id: string, opened: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (opened) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Totals curriculum={curriculum} />
        {sections.length > 1 && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => setOpen(new Set(all ? [] : sections.map((s) => s.id)))}
          >
            {all ? t`Collapse all` : t`Expand all`}
          </Button>
        )}
      </Group>
      <div className={classes.sections}>
        {sections.map((section) => (
          <details
            key={section.id}
            open={open.has(section.id)}
            onToggle={(event) => fold(section.id, event.currentTarget.open)}
          >
            <summary>
              <span className={classes.title}>{section.title}</span>
              <SectionTotals section={section} />
            </summary>
            {section.description && (
              <Text size="sm" c="dimmed" px="md" pb="xs">
                {section.description}
              </Text>
            )}
            <ol aria-label={section.title}>
              {section.lessons.map((lesson) => (
                <li key={lesson.id} data-done={states.get(lesson.id) === 'completed' || undefined}>
                  {states.get(lesson.id) === 'completed' && (
                    <IconCircleCheckFilled size={18} role="img" aria-label={t`Completed`} className={classes.done} />
                  )}
                  {row(lesson)}
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </>
  )
}

function Totals({ curriculum: { sections, totals } }: { curriculum: Published }) {
  const { lessons, duration_seconds: length } = totals
  return (
    <Text c="dimmed">
      {[
        plural(sections.length, { one: '# section', other: '# sections' }),
        plural(lessons, { one: '# lesson', other: '# lessons' }),
        length > 0 && span(length),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}

function SectionTotals({ section: { lessons } }: { section: SectionEntry }) {
  const count = lessons.length
  const length = lessons.reduce((sum, l) => sum + l.duration_seconds, 0)
  if (count === 0) return null
  return (
    <span className={classes.length}>
      {plural(count, { one: '# lesson', other: '# lessons' })}
      {length > 0 && ` · ${span(length)}`}
    </span>
  )
}

/** A lesson; a link where it is open to the user. */
function Row({ courseId, lesson }: { courseId: string; lesson: LessonEntry }) {
  if (lesson.lock) {
    return (
      <div className={classes.lesson}>
        <Words lesson={lesson} />
      </div>
    )
  }
  return (
    <Link to="/learn/$courseId/$videoId" params={{ courseId, videoId: lesson.id }} className={classes.lesson}>
      <Words lesson={lesson} />
    </Link>
  )
}

function PreviewRow({ lesson, onPreview }: { lesson: LessonEntry; onPreview: (lesson: LessonEntry) => void }) {
  return (
    <button type="button" className={classes.lesson} onClick={() => onPreview(lesson)}>
      <Words lesson={lesson} preview />
    </button>
  )
}

function Words({ lesson, preview = false }: { lesson: LessonEntry; preview?: boolean }) {
  const { icon: Icon } = lessonKinds[lesson.type]
  return (
    <>
      <Icon size={18} className={classes.icon} aria-hidden="true" />
      <span className={classes.title}>{lesson.title}</span>
      {preview && (
        <span className={classes.preview}>
          <IconPlayerPlayFilled size={12} aria-hidden="true" /> <Trans>Preview</Trans>
        </span>
      )}
      {lesson.duration_seconds > 0 && <span className={classes.length}>{span(lesson.duration_seconds)}</span>}
    </>
  )
}
