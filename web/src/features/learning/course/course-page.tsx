import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Box, Container, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { list } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { listed } from '@/shared/listed'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'
import { Rating } from '@/shared/stars'

import { type CourseDetail, courseQuery } from './api'
import { CourseFacts, CourseQuestions, Outcomes } from './course-facts'
import { CourseOffer } from './course-offer'
import classes from './course-page.module.css'
import { CourseSection } from './course-section'
import { levelLabels, taughtBy, typeLabels } from './labels'
import { RelatedCourses } from './related-courses'
import { TypedExtras } from './typed-extras'

type Props = {
  courseId: string
  signedIn: boolean
  /** The URL of this page, to return to after signing in. */
  here: string
  /** That it is closed until a payment is made, in place of the way to enrol. */
  overdue: ReactNode
  /** Plays the first preview, on the cover. */
  preview: (course: CourseDetail) => ReactNode
  /** Leads to the lesson where the user starts or resumes. */
  start: (course: CourseDetail) => ReactNode
  /** The lessons. */
  lessons: (course: CourseDetail) => ReactNode
  /** Shows what follows the lessons. */
  afterLessons: (course: CourseDetail, children: ReactNode) => ReactNode
  /** Its groups with a fixed schedule. */
  batches: ReactNode
  /** Ways to ask the school about it. */
  ask: (course: CourseDetail) => ReactNode
  /** What learners think of it. */
  reviews: (course: CourseDetail) => ReactNode
}

export function CoursePage({ courseId, signedIn, here, ...slots }: Props) {
  const course = useQuery(courseQuery(courseId))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={course} skeleton={<PageSkeleton />} isPage>
        {(c) => (
          <article className={classes.page}>
            <CourseHeader course={c} />
            <CourseOffer
              course={c}
              signedIn={signedIn}
              here={here}
              overdue={slots.overdue}
              preview={slots.preview(c)}
              start={slots.start(c)}
              ask={slots.ask(c)}
            />
            <div className={classes.main}>
              <Outcomes course={c} />
              {slots.lessons(c)}
              {slots.afterLessons(
                c,
                <>
                  <About course={c} />
                  <CourseFacts course={c} />
                  <TypedExtras course={c} />
                  <CourseQuestions course={c} />
                  {slots.batches}
                  {slots.reviews(c)}
                </>,
              )}
            </div>
            <div className={classes.related}>{slots.afterLessons(c, <RelatedCourses courseId={c.id} />)}</div>
          </article>
        )}
      </QueryView>
    </Container>
  )
}

function CourseHeader({ course: c }: { course: CourseDetail }) {
  return (
    <header className={classes.intro}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/courses" search={{ category: c.category }} {...props} />}
        className={classes.category}
      >
        {c.category}
      </Anchor>
      <PageTitle title={c.title} className={classes.title} />
      {c.summary && (
        <div className={classes.summary}>
          <RichText html={c.summary} format={c.summary_format} />
        </div>
      )}
      <Text c="dimmed" mt="sm">
        <TaughtBy course={c} />
      </Text>
      <Group gap="sm" mt="xs">
        {c.rating.count > 0 && (
          <Anchor href="#reviews" c="inherit">
            <Rating {...c.rating} />
          </Anchor>
        )}
        {c.learners > 0 && <Text c="dimmed">{plural(c.learners, { one: '#+ learners', other: '#+ learners' })}</Text>}
      </Group>
      <Group gap={6} mt="sm">
        <Badge className={classes.badge}>{t(typeLabels[c.course_type])}</Badge>
        <Badge className={classes.badge}>{t(levelLabels[c.level])}</Badge>
      </Group>
    </header>
  )
}

function TaughtBy({ course }: { course: CourseDetail }) {
  if (course.instructors.length === 0) return taughtBy(course)
  return (
    <Trans>
      Taught by <InstructorNames course={course} />
    </Trans>
  )
}

/** The names of the instructors, as links to their pages; only those who teach a published course have one. */
function InstructorNames({ course: { instructors, status } }: { course: CourseDetail }) {
  if (status !== 'Published') return list(instructors.map((i) => i.full_name))
  return listed(
    instructors.map(({ id, full_name }) => (
      <TextLink key={id} to="/instructors/$instructorId" params={{ instructorId: id }}>
        {full_name}
      </TextLink>
    )),
  )
}

function About({ course: { description, description_format: format } }: { course: CourseDetail }) {
  if (!description) return null
  return (
    <CourseSection title={t`About this course`}>
      <Box maw="68ch">
        <RichText html={description} format={format} />
      </Box>
    </CourseSection>
  )
}

/** As large as the first screen of the page, so that nothing jumps when the course is there. */
function PageSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <Skeleton height={20} width={120} />
        <Skeleton height={44} mt="md" />
        <Skeleton height={24} mt="md" width="80%" />
        <Skeleton height={20} mt="lg" width={180} />
      </div>
      <div className={classes.offer}>
        <Skeleton className={classes.art} />
        <Skeleton height={44} mt="md" />
        <Skeleton height={160} mt="md" />
      </div>
      <div className={classes.main}>
        <Skeleton height={220} radius="lg" />
        <Skeleton height={320} radius="lg" mt="xl" />
      </div>
    </div>
  )
}
