import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'

import { Button, Container, Drawer, Paper, Skeleton, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import {
  type CourseProgress,
  type LessonDetail,
  openLessonQuery,
  type Published,
  progressQuery,
  useProgressFollowing,
} from './api'
import { CourseBar } from './course-bar'
import classes from './lesson-page.module.css'
import { LessonView } from './lesson-view'
import { Outline } from './outline'
import { useCompletionToast } from './use-completion-toast'

type Props = {
  courseId: string
  lessonId: string
  curriculum: Published
  /** The user whose progress is recorded; undefined if they are not enrolled. */
  learner: string | undefined
  /** A link back to the course. */
  crumb: ReactNode
  /** Renders the content of a lesson, by kind. */
  body: (lesson: LessonDetail) => ReactNode
  /** Renders what else belongs to a lesson: notes, comments. */
  beside?: (lesson: LessonDetail) => ReactNode
}

/** A lesson of a course with a curriculum, with the outline beside it, or in a drawer on phones. */
export function LessonPage({ courseId, lessonId, curriculum, learner, crumb, body, beside }: Props) {
  useProgressFollowing(courseId)
  const progress = useQuery({ ...progressQuery(courseId), enabled: learner !== undefined })
  const lesson = useQuery(openLessonQuery(courseId, lessonId))
  useCompletionToast(courseId, progress.data)
  return (
    <Container size={1320} pt="md">
      <nav aria-label={t`Breadcrumb`}>{crumb}</nav>
      <div className={classes.columns}>
        <QueryView query={lesson} skeleton={<Skeleton height={420} radius="lg" />} isPage isSliced>
          {(l) => (
            <LessonView
              key={l.id}
              lesson={l}
              learner={learner}
              progress={progress.data}
              body={body}
              beside={beside}
              outline={<PhoneOutline {...{ courseId, curriculum, lessonId }} progress={progress.data} />}
            />
          )}
        </QueryView>
        <Paper component="aside" withBorder p="md" bg="var(--card)" className={classes.outline} aria-label={t`Outline`}>
          <Title order={2} size="h4" mb={4}>
            <Trans>Outline</Trans>
          </Title>
          {learner !== undefined && <CourseBar progress={progress.data} />}
          <SummaryLink courseId={courseId} progress={progress.data} />
          <Outline {...{ courseId, curriculum }} current={lessonId} progress={progress.data} />
        </Paper>
      </div>
    </Container>
  )
}

type SummaryProps = { courseId: string; progress: CourseProgress | undefined }

/** The way to the summary of a completed course. */
function SummaryLink({ courseId, progress }: SummaryProps) {
  if (!progress?.completedAt) return null
  return (
    <TextLink to="/learn/$courseId/completed" params={{ courseId }} display="block" pb="sm">
      <Trans>Course summary</Trans>
    </TextLink>
  )
}

type OutlineProps = Pick<Props, 'courseId' | 'curriculum' | 'lessonId'> & { progress: CourseProgress | undefined }

function PhoneOutline({ courseId, curriculum, lessonId, progress }: OutlineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" className={classes.open} leftSection={<IconList size={18} />} onClick={open}>
        <Trans>Outline</Trans>
      </Button>
      <Drawer
        key={lessonId}
        opened={opened}
        onClose={close}
        title={t`Outline`}
        closeButtonProps={{ 'aria-label': t`Close outline` }}
      >
        {progress && <CourseBar progress={progress} />}
        <SummaryLink courseId={courseId} progress={progress} />
        <Outline {...{ courseId, curriculum, progress }} current={lessonId} />
      </Drawer>
    </>
  )
}
