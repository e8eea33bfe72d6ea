import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Button, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { bytes } from '@/shared/format'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'

import { type CourseDetail, courseQuery, useSaveCourse } from './api'
import { CourseFacts, PriceLine } from './course-facts'
import classes from './course-page.module.css'
import { EnrolBox } from './enrol-box'
import { levelLabels, taughtBy, typeLabels } from './labels'
import { TypedExtras } from './typed-extras'

type Props = {
  courseId: string
  signedIn: boolean
  /** The URL of this page, to return to after signing in. */
  here: string
  /** The lessons, with where to start. */
  lessons: (course: CourseDetail) => ReactNode
}

export function CoursePage({ courseId, signedIn, here, lessons }: Props) {
  const course = useQuery(courseQuery(courseId))
  return (
    <Container size={1100} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={course} skeleton={<Skeleton height={300} radius={28} />}>
        {(c) => (
          <>
            <header className={classes.band}>
              <div className={classes.art} data-drawn={!c.cover || undefined}>
                <CourseCover
                  title={c.title}
                  cover={c.cover}
                  sizes="(min-width: 70em) 500px, (min-width: 48em) 45vw, 96vw"
                  eager
                />
              </div>
              <div className={classes.words}>
                <Group gap={6}>
                  <Badge className={classes.badge}>{t(typeLabels[c.course_type])}</Badge>
                  <Badge className={classes.badge}>{t(levelLabels[c.level])}</Badge>
                  <Badge className={classes.badge}>{c.category}</Badge>
                </Group>
                <PageTitle title={c.title} mt="sm" />
                <Text mt={6} c="dimmed">
                  <TaughtBy course={c} />
                </Text>
                <div className={classes.price}>
                  <PriceLine course={c} />
                </div>
                <EnrolBox course={c} signedIn={signedIn} here={here} />
                {signedIn && !c.can_teach && <SaveButton course={c} />}
              </div>
            </header>
            <section className={classes.about} aria-labelledby="about">
              <Title order={2} id="about" size="h3">
                <Trans>About this course</Trans>
              </Title>
              <Text mt="xs" maw="68ch" style={{ whiteSpace: 'pre-line' }}>
                {c.description || c.summary}
              </Text>
              {c.brochure && <Brochure {...c.brochure} />}
              <CourseFacts course={c} />
              <TypedExtras course={c} />
            </section>
            {lessons(c)}
          </>
        )}
      </QueryView>
    </Container>
  )
}

function TaughtBy({ course }: { course: CourseDetail }) {
  const names = taughtBy(course)
  return course.instructors.length > 0 ? <Trans>Taught by {names}</Trans> : names
}

function Brochure({ address, size }: { address: string; size: number }) {
  const written = bytes(size)
  return (
    <Anchor href={address} target="_blank" mt="sm" display="inline-block">
      <Trans>Brochure (PDF, {written})</Trans>
    </Anchor>
  )
}

/** Saves the course for later, or unsaves it. */
function SaveButton({ course: { id, saved } }: { course: CourseDetail }) {
  const save = useSaveCourse()
  return (
    <>
      <Button
        variant="subtle"
        mt="lg"
        ms="xs"
        aria-pressed={saved}
        loading={save.isPending}
        leftSection={saved ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
        onClick={() => save.mutate({ id, save: !saved })}
      >
        {saved ? t({ message: 'Saved', context: 'course' }) : t`Save for later`}
      </Button>
      {save.error && <Failure error={save.error} />}
    </>
  )
}
