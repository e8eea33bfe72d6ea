import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, List, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'

import { RichText } from '@/shared/rich-text'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import type { CourseDetail } from './api'
import classes from './course-facts.module.css'
import { CourseSection } from './course-section'

/** What learners can do after the course; `learned` by who has completed it. */
export function Outcomes({ course: { outcomes }, learned }: { course: CourseDetail; learned?: boolean }) {
  if (outcomes.length === 0) return null
  return (
    <CourseSection title={learned ? t`What you've learned` : t`What you'll learn`}>
      <ul className={classes.outcomes}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <IconCheck size={18} aria-hidden="true" />
            {outcome}
          </li>
        ))}
      </ul>
    </CourseSection>
  )
}

/** What is part of the course, for its card. */
export function Included({ course }: { course: CourseDetail }) {
  const facts = [...factsOf(course), ...course.features]
  if (facts.length === 0) return null
  return (
    <>
      <Text fw={600} size="sm" id="included">
        <Trans>What's included</Trans>
      </Text>
      <ul className={classes.included} aria-labelledby="included">
        {facts.map((fact) => (
          <li key={fact}>
            <IconCheck size={16} aria-hidden="true" />
            {fact}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Requirements, who the course is for, tools and dates. */
export function CourseFacts({ course }: { course: CourseDetail }) {
  return (
    <>
      <Points title={t`Requirements`} points={course.prerequisites} />
      <Points title={t`Who it's for`} points={course.audience} />
      <Tools tools={course.tools_technologies} />
      <Dates course={course} />
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
    t`Taught in ${language}`,
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
    <CourseSection title={title}>
      <List spacing={4} maw="68ch">
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </CourseSection>
  )
}

function Tools({ tools }: { tools: string[] }) {
  if (tools.length === 0) return null
  return (
    <CourseSection title={t`Tools`}>
      <ul className={classes.tools}>
        {tools.map((tool) => (
          <li key={tool}>{tool}</li>
        ))}
      </ul>
    </CourseSection>
  )
}

/** Session times in the time zone of the course, with the viewer's own beside them. */
function Dates({ course: { schedule } }: { course: CourseDetail }) {
  if (schedule.entries.length === 0) return null
  return (
    <CourseSection title={t`Schedule`}>
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
    </CourseSection>
  )
}

export function CourseQuestions({ course: { faq } }: { course: CourseDetail }) {
  if (faq.length === 0) return null
  return (
    <CourseSection title={t`Frequently asked questions`}>
      {faq.map(({ question, answer, answer_format }) => (
        <details key={question} className={classes.question}>
          <summary>{question}</summary>
          <Box maw="68ch" pb="sm">
            <RichText html={answer} format={answer_format} />
          </Box>
        </details>
      ))}
    </CourseSection>
  )
}
