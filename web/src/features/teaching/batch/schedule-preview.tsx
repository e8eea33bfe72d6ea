import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Badge, Button, Checkbox, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { dated, list } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { sessionTime } from '@/shared/wall-time'

import classes from './new-batch-page.module.css'

type Check = Schema<'ScheduleCheck'>

type Props = {
  /** Pending and idle while the rule is incomplete. */
  check: UseQueryResult<Check>
  timezone: string
  /** Days that the user has left out. */
  exdates: string[]
  onExdates: (exdates: string[]) => void
  /** Whether sessions with a conflict are left out. */
  skips: boolean
  onSkips: (skips: boolean) => void
}

/** The sessions of a rule, each with what is in its way. */
export function SchedulePreview({ check, ...props }: Props) {
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <Title order={2} size="h4" id="preview" mb="xs">
        <Trans>Preview</Trans>
      </Title>
      <div role="status">
        {check.error && <Failure error={check.error} />}
        {!check.error && check.isLoading && <Skeleton height={160} radius="md" />}
        {!check.data && !check.isLoading && !check.error && (
          <Text c="dimmed">
            <Trans>Choose the first day to see all sessions.</Trans>
          </Text>
        )}
        {check.data && <Sessions check={check.data} {...props} />}
      </div>
    </section>
  )
}

function Sessions({ check, timezone, exdates, onExdates, skips, onSkips }: Omit<Props, 'check'> & { check: Check }) {
  const { entries, conflicts, left_out: leftOut } = check
  const busy = entries.filter(({ is_free: isFree }) => !isFree).length
  const holidays = leftOut.filter(({ reason }) => reason === 'holiday').map(({ date }) => dated(date))
  const days = list(holidays)
  return (
    <>
      <Text mb="xs">{plural(entries.length, { one: '# session', other: '# sessions' })}</Text>
      {holidays.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>No session on holidays: {days}.</Trans>
        </Text>
      )}
      {busy > 0 && (
        <Alert
          color="apricot"
          mb="sm"
          title={plural(busy, { one: '# session conflicts', other: '# sessions conflict' })}
        >
          <Text size="sm" mb="xs">
            <Trans>
              The instructor isn't free then. Change the time, choose another instructor, or leave them out.
            </Trans>
          </Text>
          <Checkbox
            label={t`Create the batch without them`}
            checked={skips}
            onChange={({ currentTarget: { checked } }) => onSkips(checked)}
          />
        </Alert>
      )}
      <ol className={classes.sessions} aria-label={t({ message: 'Sessions', context: 'batch' })}>
        {entries.map((entry) => {
          const when = sessionTime(entry, timezone).there
          const conflict = conflicts.find(({ date, start_time: at }) => date === entry.date && at === entry.start_time)
          return (
            <li key={entry.starts_at}>
              <Text size="sm">{when}</Text>
              <Group gap="xs" wrap="nowrap">
                {!entry.is_free && (
                  <Badge variant="light" color="red" tt="none">
                    {conflict?.label || t`Not free`}
                  </Badge>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t`Leave out ${when}`}
                  onClick={() => onExdates([...exdates, entry.date])}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          )
        })}
      </ol>
      {exdates.length > 0 && (
        <Button variant="subtle" mt="xs" onClick={() => onExdates([])}>
          {plural(exdates.length, { one: 'Put # day back', other: 'Put # days back' })}
        </Button>
      )}
    </>
  )
}
