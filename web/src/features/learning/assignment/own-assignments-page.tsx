import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty, NoMatches } from '@/shared/empty'
import { toDay, toMinute } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type OwnAssignment, ownAssignmentsQuery } from './api'
import type { OwnFilters } from './filters'

type State = OwnAssignment['state']

const states = {
  due: msg`To hand in`,
  overdue: msg`Overdue`,
  closed: msg`Closed`,
  submitted: msg`Handed in`,
  returned: msg`Returned`,
  excused: msg`Excused`,
} satisfies Record<State, unknown>

const colors: Record<State, string> = {
  due: 'apricot',
  overdue: 'red',
  closed: 'gray',
  submitted: 'blue',
  returned: 'evergreen',
  excused: 'gray',
}

const isState = (value: string): value is State => value in states

type Props = { filters: OwnFilters; onFilters: (filters: OwnFilters) => void }

/** The assignments in all courses of the user, by the day on which they are due. */
export function OwnAssignmentsPage({ filters, onFilters }: Props) {
  const assignments = useQuery(ownAssignmentsQuery(filters))
  const { state } = filters
  return (
    <>
      <PageHead title={t`Assignments`} lead={t`Subscribe to your calendar to see due dates there, too.`}>
        <NativeSelect
          aria-label={t`State`}
          data={[{ value: '', label: t`All` }, ...options(states)]}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) => onFilters(isState(value) ? { state: value } : {})}
        />
      </PageHead>
      <QueryView
        query={assignments}
        skeleton={<Rows height={88} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          state ? (
            <NoMatches title={t`No assignments`} onClear={() => onFilters({})}>
              <Trans>None of your assignments is in this state.</Trans>
            </NoMatches>
          ) : (
            <Empty
              title={t`No assignments`}
              action={
                <ButtonLink to="/app/courses">
                  <Trans>Open My learning</Trans>
                </ButtonLink>
              }
            >
              <Trans>Assignments of your courses will be here.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <Stack gap="lg">
            {byDay(items).map(([day, ofDay]) => (
              <section key={day} aria-label={day || t`No due date`}>
                <Title order={2} size="h5" mb="xs">
                  {day || <Trans>No due date</Trans>}
                </Title>
                <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
                  {ofDay.map((assignment) => (
                    <Row key={assignment.lesson_id} assignment={assignment} />
                  ))}
                </Stack>
              </section>
            ))}
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </Stack>
        )}
      </QueryView>
    </>
  )
}

/** The assignments by the days on which they are due, in the viewer's zone; "" for no date. */
function byDay(items: OwnAssignment[]) {
  const days = new Map<string, OwnAssignment[]>()
  for (const item of items) {
    const day = item.due_at ? toDay(item.due_at) : ''
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}

function Row({ assignment }: { assignment: OwnAssignment }) {
  const { lesson_id, title, course_id, course_title, due_at, due_is_final, state, late, score } = assignment
  const [when, percent] = [due_at ? toMinute(due_at) : '', score?.percent]
  return (
    <Paper component="li" withBorder p="md" bg="var(--card)">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <TextLink to="/learn/$courseId/$videoId" params={{ courseId: course_id, videoId: lesson_id }} fw={600}>
            {title}
          </TextLink>
          <Text size="sm" c="dimmed">
            {course_title}
          </Text>
          {due_at && <Text size="sm">{due_is_final ? t`Closes ${when}` : t`Due ${when}`}</Text>}
        </div>
        <Group gap="xs">
          {late && (
            <Badge variant="light" color="red" tt="none">
              <Trans>Late</Trans>
            </Badge>
          )}
          <Badge variant="light" color={colors[state]} tt="none">
            {t(states[state])}
          </Badge>
          {percent !== undefined && <Text fw={600}>{t`${percent}%`}</Text>}
        </Group>
      </Group>
    </Paper>
  )
}
