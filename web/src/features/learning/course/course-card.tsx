import { t } from '@lingui/core/macro'
import { Badge, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { money } from '@/shared/money'
import { Rating } from '@/shared/stars'

import type { Course } from './api'
import classes from './course-card.module.css'
import { levelLabels, taughtBy, typeColors, typeLabels } from './labels'

/** How wide a card is in a `CourseGrid`. */
const cardSizes =
  '(min-width: 82.5em) 305px, (min-width: 75em) 24vw, (min-width: 62em) 32vw, (min-width: 36em) 48vw, 96vw'

type Props = {
  course: Course
  /** The level of the card's heading, one below that of the list. */
  order: 2 | 3
  /** Whether it is in the first row, whose covers are loaded at once. */
  eager?: boolean
  /** Shown at the bottom of the card. */
  foot?: ReactNode
}

export function CourseCard({ course, order, eager = false, foot }: Props) {
  return (
    <Card component="li" className={classes.card}>
      <Card.Section className={classes.cover}>
        <CourseCover title={course.title} cover={course.cover} sizes={cardSizes} eager={eager} />
      </Card.Section>
      <Group gap={6} mt="sm">
        <Badge color={typeColors[course.course_type]} className={classes.badge}>
          {t(typeLabels[course.course_type])}
        </Badge>
        <Badge variant="outline" color="gray" className={classes.badge}>
          {t(levelLabels[course.level])}
        </Badge>
      </Group>
      <Title order={order} size="h4" mt={8} lh={1.2}>
        <Link to="/courses/$courseId" params={{ courseId: course.id }} className={classes.title}>
          <span className={classes.words}>{course.title}</span>
        </Link>
      </Title>
      <Text size="sm" c="dimmed" mt={6} lineClamp={1}>
        {taughtBy(course)} · {course.category}
      </Text>
      {course.rating.count > 0 && (
        <Text size="sm" mt={6}>
          <Rating {...course.rating} />
        </Text>
      )}
      <Text size="sm" fw={600} mt={6}>
        {course.is_free ? t`Free` : money(course.course_fee, course.fee_currency)}
      </Text>
      {course.summary && (
        <Text size="sm" mt={6} lineClamp={2}>
          {course.summary}
        </Text>
      )}
      {foot && <div className={classes.foot}>{foot}</div>}
    </Card>
  )
}
