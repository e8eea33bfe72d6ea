import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Failure } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { toast } from '@/shared/toasts'

import { type Suggestion, suggestionsQuery, useSetGoal } from './api'
import classes from './goal.module.css'
import { because, suggestedTitle } from './words'

/** Goals that the user could set, each with one press. */
export function Suggestions() {
  const suggestions = useQuery(suggestionsQuery())
  const set = useSetGoal()
  if (!suggestions.data?.length) return null
  const take = (suggestion: Suggestion) =>
    set.mutate(
      {
        title: suggestedTitle(suggestion).slice(0, 120),
        kind: suggestion.kind,
        courseId: suggestion.courseId,
        target: suggestion.target,
        period: suggestion.period,
        dueOn: suggestion.dueOn,
        timezone: here(),
      },
      { onSuccess: () => toast(t`Goal set.`) },
    )
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        <Trans>Suggestions</Trans>
      </Title>
      {set.error && <Failure error={set.error} />}
      <ul className={classes.grid}>
        {suggestions.data.map((suggestion) => {
          const title = suggestedTitle(suggestion)
          return (
            <Paper component="li" withBorder p="md" bg="var(--card)" key={`${suggestion.kind} ${suggestion.courseId}`}>
              <Stack gap="xs" align="flex-start">
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {because(suggestion)}
                </Text>
                <Button
                  size="compact-md"
                  variant="light"
                  disabled={set.isPending}
                  aria-label={t`Set goal: ${title}`}
                  onClick={() => take(suggestion)}
                >
                  <Trans>Set goal</Trans>
                </Button>
              </Stack>
            </Paper>
          )
        })}
      </ul>
    </section>
  )
}
