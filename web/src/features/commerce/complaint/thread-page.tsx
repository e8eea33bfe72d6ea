import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Container, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { toMinute } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { StarsField } from '@/shared/stars'
import { toast } from '@/shared/toasts'

import { type Thread, threadQuery, uploadFile, useRate, useReply } from './api'
import { categoryLabels, ownStatusLabels, statuses } from './labels'
import { Message } from './message'
import { MessageForm } from './message-form'
import classes from './messages.module.css'
import { OwnStatusChip } from './status-chip'

/** A complaint for who complained: by the private link, or as the user whose it is. */
export function ThreadPage({ token }: { token: string }) {
  const thread = useQuery(threadQuery(token))
  return (
    <Container size="md" py="xl">
      <QueryView query={thread} skeleton={<Skeleton height={420} radius="lg" />} isPage>
        {(value) => <Conversation token={token} thread={value} />}
      </QueryView>
    </Container>
  )
}

type Props = { token: string; thread: Thread }

function Conversation({ token, thread }: Props) {
  const facts = [thread.number, t(categoryLabels[thread.category]), thread.course_title, thread.order_number]
  const due = thread.answer_due_at && toMinute(thread.answer_due_at)
  const isOver = thread.status === 'resolved' || thread.status === 'closed'
  return (
    <>
      <PageHead title={thread.subject} lead={facts.filter(Boolean).join(' · ')}>
        <OwnStatusChip status={thread.status} />
      </PageHead>
      <Stack>
        {due && (
          <Text size="sm" c="dimmed">
            <Trans>We answer by {due}.</Trans>
          </Text>
        )}
        <ol className={classes.messages} aria-label={t`Messages`}>
          {thread.entries.map(({ id, kind, status, body, files, created_at }) =>
            kind === 'status' ? (
              <StatusLine key={id} status={status} at={created_at} />
            ) : (
              <Message
                key={id}
                by={kind === 'answer' ? t`The school` : t({ message: 'You', context: 'complaint' })}
                tint={kind === 'answer'}
                at={created_at}
                body={body}
                files={files}
              />
            ),
          )}
        </ol>
        {isOver && <RatingCard token={token} thread={thread} />}
        {thread.can_answer ? (
          <ReplyCard token={token} isOver={isOver} />
        ) : (
          <Text c="dimmed">
            <Trans>This complaint was closed more than 14 days ago. Open a new one if something is wrong.</Trans>
          </Text>
        )}
      </Stack>
    </>
  )
}

function StatusLine({ status, at }: { status: string; at: string }) {
  const known = statuses.find((one) => one === status)
  return (
    <Text component="li" size="sm" c="dimmed" ta="center">
      {known && t(ownStatusLabels[known])} · <Moment at={at} />
    </Text>
  )
}

function ReplyCard({ token, isOver }: { token: string; isOver: boolean }) {
  const reply = useReply(token)
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Your answer`}>
      {isOver && (
        <Text size="sm" mb="sm">
          <Trans>Not satisfied? Write to us to reopen the complaint.</Trans>
        </Text>
      )}
      <MessageForm
        label={t`Your answer`}
        field={t`Your message`}
        submit={t`Send message`}
        upload={uploadFile(token)}
        pending={reply.isPending}
        error={reply.error}
        send={(message, onSent) =>
          reply.mutate(message, {
            onSuccess: () => {
              onSent()
              toast(t`Message sent.`)
            },
          })
        }
      />
    </Card>
  )
}

function RatingCard({ token, thread }: Props) {
  const rate = useRate(token)
  const [stars, setStars] = useState(thread.stars ?? 0)
  const [comment, setComment] = useState(thread.rating_comment)
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Your rating`}>
      <form
        noValidate
        aria-label={t`Your rating`}
        onSubmit={(event) => {
          event.preventDefault()
          rate.mutate({ stars, comment }, { onSuccess: () => toast(t`Rating saved.`) })
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h5">
            <Trans>How satisfied are you with the resolution?</Trans>
          </Title>
          <FormSummary error={rate.error} fields={['stars', 'comment']} />
          <StarsField label={t`Stars`} value={stars} onChange={setStars} error={fieldErrors(rate.error).stars} />
          <Textarea
            label={t`Comment (optional)`}
            rows={2}
            maxLength={2000}
            value={comment}
            onChange={({ currentTarget: { value } }) => setComment(value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={rate.isPending}
            disabled={stars === 0}
            style={{ alignSelf: 'start' }}
          >
            <Trans>Save rating</Trans>
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
