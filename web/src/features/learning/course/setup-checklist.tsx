import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paper, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { TextLink } from '@/shared/link'

import type { CourseDetail } from './api'
import classes from './setup-checklist.module.css'

type Props = {
  course: CourseDetail
  /** How many lessons its curriculum has, published or not; absent until it is known. */
  lessons: number | undefined
  /** The button that publishes it. */
  publish: ReactNode
}

/** What is still to be done before a course can be found and taken; nothing once all is done, or the course is archived. */
export function SetupChecklist({ course, lessons, publish }: Props) {
  const items = itemsOf(course, lessons)
  const left = items.filter(({ done }) => !done).length
  if (left === 0 || course.status === 'archived') return null
  return (
    <Paper withBorder p="md" mb="lg" bg="var(--card)" component="section" aria-labelledby="set-up">
      <div className={classes.head}>
        <Title order={2} size="h4" id="set-up">
          <Trans>Set up your course</Trans>
        </Title>
        <Text size="sm" c="dimmed" role="status">
          <Plural value={left} one="# step left" other="# steps left" />
        </Text>
      </div>
      <ol className={classes.steps} aria-label={t`Steps`}>
        {items.map(({ id, title, done, link }) => (
          <li key={id} data-done={done || undefined}>
            {done ? (
              <IconCircleCheckFilled size={22} role="img" aria-label={t`Done`} />
            ) : (
              <IconCircle size={22} role="img" aria-label={t`To do`} />
            )}
            {link ?? title}
            {id === 'publish' && !done && <span className={classes.act}>{publish}</span>}
          </li>
        ))}
      </ol>
    </Paper>
  )
}

type Item = { id: string; title: string; done: boolean; link?: ReactNode }

function itemsOf(course: CourseDetail, lessons: number | undefined): Item[] {
  const { id: courseId, summary, description, cover, prices, course_type, status } = course
  const published = status === 'Published'
  const settings = (tab: 'details' | 'page' | 'pricing', title: string) => (
    <TextLink to="/teach/courses/$courseId/settings" params={{ courseId }} search={{ tab }}>
      {title}
    </TextLink>
  )
  const [details, picture, lesson, price] = [t`Describe the course`, t`Choose a cover`, t`Add lessons`, t`Set a price`]
  return [
    { id: 'details', title: details, done: Boolean(summary && description), link: settings('details', details) },
    { id: 'cover', title: picture, done: cover?.source === 'chosen', link: settings('page', picture) },
    {
      id: 'lessons',
      title: lesson,
      done: lessons === undefined ? published : lessons > 0,
      link: (
        <TextLink to="/teach/courses/$courseId/curriculum" params={{ courseId }}>
          {lesson}
        </TextLink>
      ),
    },
    // Self-paced courses have no price; others may be published without one.
    ...(course_type === 'free'
      ? []
      : [{ id: 'price', title: price, done: prices.length > 0 || published, link: settings('pricing', price) }]),
    { id: 'publish', title: t`Publish`, done: published },
  ]
}
