import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Container, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconEye, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { serverText } from '@/api/problem-text'
import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Curriculum, type LessonEntry, previewLessonQuery, previewQuery } from './api'
import { kinds } from './labels'
import { LessonBody, type Players } from './lesson-body'
import { flat } from './outline'
import classes from './preview-page.module.css'

type Props = {
  courseId: string
  lesson: string | undefined
  onLesson: (lessonId: string) => void
  players: Players
  /** A link back to the builder. */
  crumb: ReactNode
}

/** The draft as a student who enrols now would see it, before it is published. */
export function PreviewPage({ courseId, lesson, onLesson, players, crumb }: Props) {
  const preview = useQuery(previewQuery(courseId))
  return (
    <Container size={1100} pt="lg">
      <Text size="sm" mb="xs">
        {crumb}
      </Text>
      <PageHead title={t`Preview`} lead={t`The draft as a learner who enrols now would see it.`} />
      <QueryView
        query={preview}
        skeleton={<Skeleton height={360} radius="lg" />}
        isEmpty={(d) => d.lessons.length === 0}
        empty={
          <Empty title={t`No lessons yet`}>
            <Trans>Add lessons to the curriculum to preview them here.</Trans>
          </Empty>
        }
      >
        {(d) => <Shown draft={d} lesson={lesson ?? d.lessons[0]?.id ?? ''} {...{ courseId, onLesson, players }} />}
      </QueryView>
    </Container>
  )
}

type ShownProps = Omit<Props, 'crumb' | 'lesson'> & { draft: Curriculum; lesson: string }

function Shown({ courseId, draft, lesson, onLesson, players }: ShownProps) {
  return (
    <div className={classes.board}>
      <nav className={classes.outline} aria-label={t`Outline`}>
        {flat(draft.sections).map((s) => (
          <section key={s.id} aria-label={s.title}>
            <Text fw={700}>{s.title}</Text>
            <ol className={classes.lessons}>
              {s.lessons.map((l) => (
                <li key={l.id}>
                  <Row lesson={l} current={l.id === lesson} onOpen={() => onLesson(l.id)} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </nav>
      <Lesson courseId={courseId} lessonId={lesson} players={players} onLesson={onLesson} />
    </div>
  )
}

function Row({ lesson, current, onOpen }: { lesson: LessonEntry; current: boolean; onOpen: () => void }) {
  const Icon = lesson.lock ? IconLock : kinds[lesson.type].icon
  return (
    <UnstyledButton className={classes.lesson} aria-current={current ? 'true' : undefined} onClick={onOpen}>
      <Icon size={18} aria-label={lesson.lock ? t`Locked` : t(kinds[lesson.type].label)} role="img" />
      {lesson.title}
    </UnstyledButton>
  )
}

type LessonProps = Pick<Props, 'courseId' | 'players' | 'onLesson'> & { lessonId: string }

function Lesson({ courseId, lessonId, players, onLesson }: LessonProps) {
  const lesson = useQuery(previewLessonQuery(courseId, lessonId))
  return (
    <QueryView query={lesson} skeleton={<Skeleton height={360} radius="lg" />}>
      {(l) => (
        <article className={classes.body}>
          <Group gap="xs">
            <Badge>{t(kinds[l.type].label)}</Badge>
            {l.previewable && (
              <Badge color="apricot">
                <Trans>Free preview</Trans>
              </Badge>
            )}
          </Group>
          <Title order={2} mt="xs" mb="xs">
            {l.title}
          </Title>
          {l.summary && <Text c="dimmed">{l.summary}</Text>}
          {l.lock && <Locked reason={serverText(l.lock.reason, l.lock.text)} />}
          <LessonBody courseId={courseId} lesson={l} players={players} lessons={{ base: '?lesson=', open: onLesson }} />
        </article>
      )}
    </QueryView>
  )
}

function Locked({ reason }: { reason: string }) {
  return (
    <Alert color="apricot" icon={<IconEye />} my="md">
      <Trans>Learners can't open this lesson yet, but you can preview it. {reason}</Trans>
    </Alert>
  )
}
