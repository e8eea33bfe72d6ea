import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Text, Title } from '@mantine/core'

import { count } from '@/shared/format'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import type { CourseDetail } from './api'
import classes from './course-facts.module.css'

/** What a course page shows besides the lessons: facts, outcomes, prerequisites, dates and FAQ. */
export function CourseFacts({ course }: { course: CourseDetail }) {
  const facts = factsOf(course)
  return (
    <>
      {facts.length > 0 && (
        <ul className={classes.facts} aria-label={t`At a glance`}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <div className={classes.columns}>
        <Points title={t`What you will be able to do`} points={course.outcomes} />
        <Points title={t`What you need`} points={course.prerequisites} />
        <Points title={t`What you get`} points={course.features} />
        <Points title={t`Tools`} points={course.tools_technologies} />
      </div>
      <Dates course={course} />
      <Questions course={course} />
    </>
  )
}

function factsOf(c: CourseDetail) {
  const { min_hours_per_week: min, max_hours_per_week: max } = c
  const hours = min && max && min !== max ? `${min}–${max}` : max || min
  return [
    hours ? t`${hours} hours a week` : '',
    c.no_of_sessions ? count(c.no_of_sessions, 'session') : '',
    c.is_certification ? t`Certificate` : '',
    c.is_assignments ? t`Assignments` : '',
    c.is_projects ? t`Projects` : '',
    c.is_quizzes ? t`Quizzes` : '',
    c.language === 'en' ? '' : t`In ${languageOf(c.language)}`,
  ].filter(Boolean)
}

const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** The name of a language; an unknown code is shown as it is. */
function languageOf(code: string) {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

function Points({ title, points }: { title: string; points: string[] }) {
  if (points.length === 0) return null
  return (
    <section>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      <List spacing={4}>
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </section>
  )
}

/** Session times in the time zone of the course, with the viewer's own beside them. */
function Dates({ course: { schedule } }: { course: CourseDetail }) {
  if (schedule.entries.length === 0) return null
  return (
    <section className={classes.block}>
      <Title order={3} size="h4" mb={6}>
        <Trans>When it takes place</Trans>
      </Title>
      <List spacing={4}>
        {schedule.entries.map((e) => (
          <List.Item key={e.starts_at}>
            {e.title && t`${e.title}: `}
            <WallClock {...sessionTime(e, schedule.timezone)} />
            {e.description && (
              <Text size="sm" c="dimmed">
                {e.description}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function Questions({ course: { faq } }: { course: CourseDetail }) {
  if (faq.length === 0) return null
  return (
    <section className={classes.block}>
      <Title order={3} size="h4" mb={6}>
        <Trans>Questions that people ask</Trans>
      </Title>
      {faq.map(({ question, answer }) => (
        <details key={question} className={classes.question}>
          <summary>{question}</summary>
          <Text mt={4} style={{ whiteSpace: 'pre-line' }}>
            {answer}
          </Text>
        </details>
      ))}
    </section>
  )
}

/** The batch price in each currency. */
export function PriceLine({ course }: { course: CourseDetail }) {
  if (course.is_free)
    return (
      <Text fw={600}>
        <Trans>Free</Trans>
      </Text>
    )
  return (
    <ul className={classes.prices} aria-label={t`Price`}>
      {course.prices
        .filter((p) => p.is_active)
        .map((p) => (
          <li key={p.currency}>
            <Trans>
              <b>{money(p.batch, p.currency)}</b> in a group, {money(p.individual, p.currency)} one to one
            </Trans>
            {p.group_discount > 0 && `; ${p.group_discount}% off from ${p.min_batch_size} places on`}
            <EarlyBird price={p} />
          </li>
        ))}
    </ul>
  )
}

/** The early-bird discount with its deadline, until that has passed. */
function EarlyBird({ price: { early_bird_discount, early_bird_until } }: { price: CourseDetail['prices'][number] }) {
  if (early_bird_discount === 0 || (early_bird_until && Date.parse(early_bird_until) <= Date.now())) return null
  return (
    <>
      <Trans>; {early_bird_discount}% early-bird discount</Trans>
      {early_bird_until && (
        <Trans>
          {' '}
          until <Day at={early_bird_until} />
        </Trans>
      )}
    </>
  )
}
