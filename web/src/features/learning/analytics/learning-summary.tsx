import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { FigureList, type FigureOf } from '@/shared/figure-list'
import { percent, spent } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type Overview, overviewQuery } from './api'
import { WeekChart } from './week-chart'

const mostSkills = 6

/** The user's progress over all courses; nothing before they have begun. */
export function LearningSummary() {
  const overview = useQuery(overviewQuery())
  return (
    <QueryView query={overview} skeleton={<Skeleton height={260} radius="lg" my="xl" />}>
      {(o) =>
        o.streak.lastDay === null ? null : (
          <Stack component="section" gap="md" my="xl" aria-label={t`Your progress`}>
            <FigureList figures={figuresOf(o)} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Paper withBorder p="md" bg="var(--card)">
                <WeekChart weeks={o.weeks} />
              </Paper>
              <Skills skills={o.skills.filter((s) => s.timeSpent + s.completedLessons > 0).slice(0, mostSkills)} />
            </SimpleGrid>
          </Stack>
        )
      }
    </QueryView>
  )
}

function figuresOf({ streak, weeks, timeSpent, coursesInProgress, coursesCompleted }: Overview): FigureOf[] {
  const week = weeks.at(-1)
  const lessons = week?.completedLessons ?? 0
  return [
    streakFigure(streak),
    {
      name: t`This week`,
      value: spent(week?.timeSpent ?? 0),
      note: plural(lessons, { one: '# lesson completed', other: '# lessons completed' }),
    },
    { name: t`Total time`, value: spent(timeSpent), note: t`since you started` },
    { name: t`Courses`, value: t`${coursesInProgress} in progress`, note: t`${coursesCompleted} completed` },
  ]
}

export function streakFigure({ days, learnedToday }: Schema<'LearningStreak'>): FigureOf {
  const note = learnedToday ? t`including today` : days > 0 ? t`learn today to keep it` : t`starts with the next lesson`
  return { name: t`Streak`, value: plural(days, { one: '# day', other: '# days' }), note }
}

function Skills({ skills }: { skills: Schema<'SkillProgress'>[] }) {
  return (
    <Paper component="section" withBorder p="md" bg="var(--card)" aria-labelledby="skills">
      <Title order={2} id="skills" size="h5" mb="sm">
        <Trans>Progress by skill</Trans>
      </Title>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {skills.map(({ skill, courses, progressPercentage: done, timeSpent }) => (
          <li key={skill}>
            <Text size="sm" fw={600}>
              {skill}
            </Text>
            <Text size="xs" c="dimmed" mb={4}>
              {typeof done === 'number' && `${percent(done)} · `}
              {spent(timeSpent)} · {plural(courses, { one: '# course', other: '# courses' })}
            </Text>
            {typeof done === 'number' && (
              <Progress.Root size="sm" radius="xl">
                <Progress.Section value={done} aria-label={t`Progress in ${skill}`} />
              </Progress.Root>
            )}
          </li>
        ))}
      </Stack>
    </Paper>
  )
}
