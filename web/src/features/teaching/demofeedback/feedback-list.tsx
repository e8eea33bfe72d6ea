import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Moment } from '@/shared/moment'
import { Pages, Total } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type DemoFeedback, feedbackQuery } from './api'
import { FeedbackText } from './feedback-text'
import type { FeedbackFilters } from './filters'
import { ReplyDialog } from './reply-dialog'

type Props = { filters: FeedbackFilters; onPage: (page: number) => void }

/** What was said about demo classes, the latest first, for administrators, who can answer it. */
export function FeedbackList({ filters, onPage }: Props) {
  const feedback = useQuery(feedbackQuery(filters))
  const heading = t`Responses`
  return (
    <section aria-label={heading}>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {heading}
      </Title>
      <QueryView
        query={feedback}
        skeleton={<Rows height={160} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No feedback in this time.</Trans>
          </Text>
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# response', other: '# responses' })} />
            <Stack component="ul" aria-label={heading} p={0} m={0} gap="md" style={{ listStyle: 'none' }}>
              {items.map((item) => (
                <Item key={item.id} feedback={item} />
              ))}
            </Stack>
            <Pages pagination={pagination} onPage={onPage} />
          </>
        )}
      </QueryView>
    </section>
  )
}

function Item({ feedback }: { feedback: DemoFeedback }) {
  const [replying, setReplying] = useState(false)
  const { fullName, instructorName, submittedAt, followUpInterest, response } = feedback
  const [name, instructor] = [personName(fullName ?? ''), personName(instructorName)]
  return (
    <Card component="li" withBorder>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            <Trans>
              <Moment at={submittedAt} />, demo class with {instructor}
            </Trans>
          </Text>
          {followUpInterest && (
            <Text size="sm">
              <Trans>Would like to hear from the school</Trans>
            </Text>
          )}
        </div>
        <Button variant="default" size="compact-md" aria-label={t`Reply to ${name}`} onClick={() => setReplying(true)}>
          {response ? t`Change reply` : t`Reply`}
        </Button>
      </Group>
      <FeedbackText feedback={feedback} />
      {replying && <ReplyDialog feedback={feedback} onClose={() => setReplying(false)} />}
    </Card>
  )
}
