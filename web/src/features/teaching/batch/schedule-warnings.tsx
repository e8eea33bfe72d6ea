import { plural, t } from '@lingui/core/macro'
import { Alert, List, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { dated, list } from '@/shared/format'
import { personName } from '@/shared/person-name'

export type Warning = Schema<'ScheduleWarning'>

const mostDays = 5

/** What speaks against a planned session, as a sentence. */
export function warningText(warning: Warning) {
  const { kind, label, position, learner_count: learners } = warning
  const name = personName(warning.instructor_name)
  if (kind === 'holiday') return t`On a holiday: ${label}`
  if (kind === 'outside_hours') return t`Outside ${name}'s working hours`
  if (kind === 'external') return t`${name} is busy at this time in another calendar`
  if (kind === 'learners') {
    return plural(learners, {
      one: '# learner has another session at this time',
      other: '# learners have another session at this time',
    })
  }
  if (position === 'before') {
    return label
      ? t`Less than 10 minutes before “${label}”`
      : t`Less than 10 minutes before another appointment of ${name}`
  }
  return label ? t`Less than 10 minutes after “${label}”` : t`Less than 10 minutes after another appointment of ${name}`
}

/** Which learners have another session, those that have names here and how many more; empty for other warnings. */
function namesOf({ learners, learner_count: count }: Warning) {
  const more = count - learners.length
  const names = learners.map(({ full_name }) => personName(full_name))
  return list(more > 0 ? [...names, plural(more, { one: '# more', other: '# more' })] : names)
}

/** The warnings about one session, each in a line of its own. */
export const WarningLines = ({ warnings }: { warnings: Warning[] }) =>
  warnings.map((warning) => {
    const names = namesOf(warning)
    const text = warningText(warning)
    return (
      <Text key={text} size="xs" c="dimmed">
        {text}
        {names && `: ${names}`}
      </Text>
    )
  })

type Props = {
  warnings: Warning[]
  /** Whether all are about one session, whose day goes without saying. */
  one?: boolean
}

/** What speaks against planned sessions without preventing them: each sentence once, with its days. */
export function ScheduleWarnings({ warnings, one = false }: Props) {
  if (warnings.length === 0) return null
  const same = new Map<string, Warning[]>()
  for (const warning of warnings) {
    const text = warningText(warning)
    same.set(text, [...(same.get(text) ?? []), warning])
  }
  return (
    <Alert role="status" color="apricot" title={plural(same.size, { one: '# warning', other: '# warnings' })}>
      <List size="sm">
        {[...same].map(([text, all]) => (
          <List.Item key={text}>
            {text}
            {!one && <Text size="sm">{daysOf(all)}</Text>}
            {one && all[0] && <Text size="sm">{namesOf(all[0])}</Text>}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {one ? t`You can save this session anyway.` : t`You can save these sessions anyway.`}
      </Text>
    </Alert>
  )
}

/** The days of warnings, the first of them with how many more there are. */
function daysOf(warnings: Warning[]) {
  const days = [...new Set(warnings.map(({ date }) => date))]
  const more = days.length - mostDays
  const first = days.slice(0, mostDays).map((day) => dated(day))
  return list(more > 0 ? [...first, plural(more, { one: '# more', other: '# more' })] : first)
}
