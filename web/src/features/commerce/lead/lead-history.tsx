import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Stack, Text, Textarea, Timeline, Title } from '@mantine/core'
import { useState } from 'react'

import { FormSummary } from '@/shared/form-summary'
import { Moment } from '@/shared/moment'
import { toast } from '@/shared/toasts'

import { statuses, statusLabels } from './labels'
import { type LeadDetail, useAddNote } from './staff-api'

type LeadEvent = LeadDetail['events'][number]

/** What has happened to a lead, newest first, and a field for notes. */
export function History({ lead }: { lead: LeadDetail }) {
  return (
    <Card
      withBorder
      padding="lg"
      radius="lg"
      component="section"
      aria-label={t({ message: 'History', context: 'lead' })}
    >
      <Stack>
        <Title order={2} size="h5">
          <Trans context="lead">History</Trans>
        </Title>
        <NoteForm id={lead.id} />
        <Timeline bulletSize={14} lineWidth={2}>
          {lead.events.toReversed().map((event) => (
            <Timeline.Item key={event.id} title={whatHappened(event)}>
              {event.note && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{event.note}</Text>}
              <Text size="xs" c="dimmed">
                <Moment at={event.created_at} />
                {event.user_name && ` · ${event.user_name}`}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </Card>
  )
}

function whatHappened({ action, after, after_name: person }: LeadEvent): string {
  switch (action) {
    case 'received':
      return t`Form received`
    case 'status': {
      const status = statuses.find((known) => known === after)
      const name = status ? t(statusLabels[status]) : after
      return t`Status: ${name}`
    }
    case 'assigned':
      return person ? t`Assigned to ${person}` : t`Assigned to nobody`
    case 'next_action':
      return t`Next action changed`
    case 'note':
      return t`Note`
    case 'merged':
      return t`Another lead merged into this one`
    case 'converted':
      return after ? t`Invitation sent to ${after}` : t`Won: they have an account already`
  }
}

function NoteForm({ id }: { id: string }) {
  const [note, setNote] = useState('')
  const add = useAddNote(id)
  return (
    <form
      noValidate
      aria-label={t`Add note`}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(note, {
          onSuccess: () => {
            setNote('')
            toast(t`Note added.`)
          },
        })
      }}
    >
      <Stack gap="xs">
        <FormSummary error={add.error} fields={[]} />
        <Textarea
          label={t`Note`}
          rows={2}
          maxLength={5000}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          disabled={!note.trim()}
          style={{ alignSelf: 'start' }}
        >
          <Trans>Add note</Trans>
        </Button>
      </Stack>
    </form>
  )
}
