import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Progress, Text, Title } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'

import type { Schema } from '@/api/client'
import { CourseCover } from '@/shared/course-cover'
import { clock, percent } from '@/shared/format'
import { lessonKinds } from '@/shared/lesson-kinds'
import { ButtonLink, TextLink } from '@/shared/link'

import type { Home } from './api'
import classes from './resume-card.module.css'

type Props = { home: Home; resume: Schema<'ResumeLesson'> }

/** The lesson to continue with: one click leads to where the learner stopped. */
export function ResumeCard({ home, resume }: Props) {
  const course = home.courses.find(({ courseId }) => courseId === resume.courseId)
  if (!course) return null
  const { courseId, title, progressPercentage: done, completedLessons, requiredLessons, startedAt } = course
  const lessonTitle = resume.title
  return (
    <Paper component="section" withBorder bg="var(--card)" className={classes.card} aria-labelledby="resume">
      <div className={classes.cover}>
        <CourseCover
          title={title}
          cover={course.course.cover}
          sizes="(min-width: 62em) 380px, (min-width: 36em) 40vw, 96vw"
          eager
        />
      </div>
      <div className={classes.text}>
        <TextLink to="/courses/$courseId" params={{ courseId }} size="sm" fw={600}>
          {title}
        </TextLink>
        <Title order={2} id="resume" size="h3" lineClamp={2}>
          {lessonTitle}
        </Title>
        <Text size="sm" c="dimmed">
          <Place resume={resume} />
        </Text>
        {typeof done === 'number' && (
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              <Trans>
                {completedLessons} of {requiredLessons} complete
              </Trans>{' '}
              · {percent(done)}
            </Text>
            <Progress.Root size="sm" radius="xl">
              <Progress.Section value={done} aria-label={t`Progress in ${title}`} />
            </Progress.Root>
          </div>
        )}
        <ButtonLink
          to="/learn/$courseId/$videoId"
          params={{ courseId, videoId: resume.lessonId }}
          leftSection={<IconPlayerPlayFilled size={18} />}
          className={classes.button}
        >
          {startedAt ? t`Continue learning` : t`Start learning`}
        </ButtonLink>
      </div>
    </Paper>
  )
}

const barelyBegun = 3 // seconds: the player starts over

function Place({ resume: { position, type, stoppedAtSeconds, durationSeconds } }: { resume: Schema<'ResumeLesson'> }) {
  const kind = t(lessonKinds[type].label)
  if (!stoppedAtSeconds || !durationSeconds || stoppedAtSeconds < barelyBegun) return t`Lesson ${position} · ${kind}`
  const [at, length] = [clock(stoppedAtSeconds), clock(durationSeconds)]
  return t`Lesson ${position} · ${kind} · ${at} of ${length}`
}
