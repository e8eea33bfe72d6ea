import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Text, Title } from '@mantine/core'

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
        <Points title={t`What you'll learn`} points={course.outcomes} />
        <Points title={t`Requirements`} points={course.prerequisites} />
        <Points title={t`What's included`} points={course.features} />
        <Points title={t`Tools`} points={course.tools_technologies} />
      </div>
      <Dates course={course} />
      <Questions course={course} />
    </>
  )
}

function factsOf(c: CourseDetail) {
  const language = languageOf(c.language)
  const sessions = c.no_of_sessions
  return [
    hoursOf(c),
    sessions ? plural(sessions, { one: '# session', other: '# sessions' }) : '',
    c.is_certification ? t`Certificate` : '',
    c.is_assignments ? t`Assignments` : '',
    c.is_projects ? t`Projects` : '',
    c.is_quizzes ? t`Quizzes` : '',
    c.language === 'en' ? '' : t`Taught in ${language}`,
  ].filter(Boolean)
}

function hoursOf({ min_hours_per_week: min, max_hours_per_week: max }: CourseDetail) {
  if (min && max && min !== max) return t`${min}–${max} hours per week`
  const hours = max || min
  return hours ? plural(hours, { one: '# hour per week', other: '# hours per week' }) : ''
}

/** The name of a language; an unknown code is shown as it is. */
function languageOf(code: string) {
  try {
    return new Intl.DisplayNames(i18n.locales, { type: 'language' }).of(code) ?? code
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
        <Trans>Schedule</Trans>
      </Title>
      <List spacing={4}>
        {schedule.entries.map((e) => (
          <List.Item key={e.starts_at}>
            {e.title && `${e.title}: `}
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
        <Trans>Frequently asked questions</Trans>
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
            <Offer price={p} />
            <EarlyBird price={p} />
          </li>
        ))}
    </ul>
  )
}

type Price = CourseDetail['prices'][number]

function Offer({
  price: { currency, group_discount: discount, min_batch_size: people, ...amounts },
}: {
  price: Price
}) {
  const inGroup = money(amounts.batch, currency)
  const individual = money(amounts.individual, currency)
  return discount > 0 ? (
    <Trans>
      <b>{inGroup}</b> per person in a group, {discount}% off for {people} or more, {individual} one to one
    </Trans>
  ) : (
    <Trans>
      <b>{inGroup}</b> per person in a group, {individual} one to one
    </Trans>
  )
}

/** The early-bird discount with its deadline, until that has passed. */
function EarlyBird({ price: { early_bird_discount: discount, early_bird_until: until } }: { price: Price }) {
  if (discount === 0 || (until && Date.parse(until) <= Date.now())) return null
  return (
    <>
      {' · '}
      {until ? (
        <Trans>
          {discount}% early-bird discount until <Day at={until} />
        </Trans>
      ) : (
        <Trans>{discount}% early-bird discount</Trans>
      )}
    </>
  )
}
