import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Card, Grid, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Stars } from '@/shared/stars'
import { toast } from '@/shared/toasts'
import { VersionedForm } from '@/shared/versioned-form'

import { AnswerCard } from './answer-card'
import { Due } from './inbox-page'
import { categoryLabels, following, priorities, priorityLabels, statuses, statusLabels } from './labels'
import { Message } from './message'
import classes from './messages.module.css'
import {
  administratorsQuery,
  type ComplaintDetail,
  type ComplaintValues,
  complaintQuery,
  useDeleteComplaint,
  useSaveComplaint,
} from './staff-api'
import { StatusChip } from './status-chip'

type Props = { id: string; onDeleted: () => void }

/** One complaint for administrators: the conversation, the times that run, and whose it is. */
export function ComplaintPage({ id, onDeleted }: Props) {
  const complaint = useQuery(complaintQuery(id))
  return (
    <QueryView query={complaint} skeleton={<Skeleton height={480} radius="lg" />} isPage>
      {({ value, tag }) => <Complaint complaint={value} tag={tag} onDeleted={onDeleted} />}
    </QueryView>
  )
}

function Complaint({ complaint, tag, onDeleted }: { complaint: ComplaintDetail; tag: string; onDeleted: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const isOver = complaint.status === 'resolved' || complaint.status === 'closed'
  return (
    <>
      <PageHead title={complaint.subject} lead={`${complaint.number} · ${t(categoryLabels[complaint.category])}`}>
        <StatusChip status={complaint.status} />
      </PageHead>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <ol className={classes.messages} aria-label={t`Messages`}>
              {complaint.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} complaint={complaint} />
              ))}
            </ol>
            <AnswerCard id={complaint.id} isOver={isOver} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <Handling complaint={complaint} tag={tag} />
            <Facts complaint={complaint} />
            <Group justify="flex-end">
              <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
                <Trans>Delete complaint</Trans>
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
      {deleting && <DeleteComplaint complaint={complaint} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  )
}

type ComplaintEntry = ComplaintDetail['entries'][number]

function Entry({ entry, complaint }: { entry: ComplaintEntry; complaint: ComplaintDetail }) {
  const { kind, user_name: person, body, files, created_at: at } = entry
  if (kind === 'message') return <Message by={complaint.full_name} at={at} body={body} files={files} />
  if (kind === 'answer') return <Message by={person} at={at} body={body} files={files} tint />
  if (kind === 'note') return <Message by={t`Note of ${person}`} at={at} body={body} files={files} />
  return (
    <Text component="li" size="sm" c="dimmed" ta="center">
      {whatHappened(entry)} · <Moment at={at} />
    </Text>
  )
}

function whatHappened({ kind, after, after_name: person }: ComplaintEntry): string {
  if (kind === 'assigned') return person ? t`Assigned to ${person}` : t`Assigned to nobody`
  if (kind === 'priority') {
    const known = priorities.find((one) => one === after)
    const priority = known ? t(priorityLabels[known]) : after
    return t`Priority: ${priority}`
  }
  const known = statuses.find((one) => one === after)
  const status = known ? t(statusLabels[known]) : after
  return t`Status: ${status}`
}

function Handling({ complaint, tag }: { complaint: ComplaintDetail; tag: string }) {
  const administrators = useQuery(administratorsQuery)
  const save = useSaveComplaint(complaint.id)
  const people = administrators.data?.items ?? []
  const assigned = complaint.assigned_to ?? ''
  const nameOf = (id: string) => people.find((person) => person.id === id)?.full_name ?? ''
  const others = assigned && !nameOf(assigned) ? [{ value: assigned, label: complaint.assignee_name }] : []
  const current: ComplaintValues = { status: complaint.status, priority: complaint.priority, assigned_to: assigned }
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Handling`}>
      <VersionedForm
        label={t`Handling`}
        action={t`Save changes`}
        conflict={t`Another administrator has changed this complaint.`}
        fields={[
          { name: 'status', label: t`Status`, text: ({ status }) => t(statusLabels[status]) },
          { name: 'priority', label: t`Priority`, text: ({ priority }) => t(priorityLabels[priority]) },
          { name: 'assigned_to', label: t`Assigned to`, text: ({ assigned_to }) => nameOf(assigned_to) },
        ]}
        current={current}
        tag={tag}
        save={save}
        onSaved={() => toast(t`Complaint saved.`)}
      >
        {(form) => (
          <>
            <Due complaint={complaint} />
            <NativeSelect
              label={t`Status`}
              data={following[complaint.status].map((value) => ({ value, label: t(statusLabels[value]) }))}
              {...form.getInputProps('status')}
            />
            <NativeSelect
              label={t`Priority`}
              data={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
              {...form.getInputProps('priority')}
            />
            <NativeSelect
              label={t`Assigned to`}
              data={[
                { value: '', label: t`Nobody` },
                ...others,
                ...people.map(({ id, full_name }) => ({ value: id, label: full_name })),
              ]}
              {...form.getInputProps('assigned_to')}
            />
          </>
        )}
      </VersionedForm>
    </Card>
  )
}

function Facts({ complaint }: { complaint: ComplaintDetail }) {
  const { full_name, email, user_id, course_id, course_title, order_number, stars, rating_comment } = complaint
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t`Who complained`}>
      <Stack gap={6}>
        <Title order={2} size="h5">
          {user_id ? (
            <TextLink to="/admin/users/$userId" params={{ userId: user_id }}>
              {full_name}
            </TextLink>
          ) : (
            full_name
          )}
        </Title>
        <Anchor href={`mailto:${email}`} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Anchor>
        {!user_id && (
          <Text size="sm" c="dimmed">
            <Trans>Visitor: reads and answers by the private link in our emails.</Trans>
          </Text>
        )}
        {course_id && (
          <TextLink to="/courses/$courseId" params={{ courseId: course_id }}>
            {course_title}
          </TextLink>
        )}
        {order_number && (
          <TextLink to="/admin/orders" search={{ search: order_number }}>
            {order_number}
          </TextLink>
        )}
        {stars != null && (
          <div>
            <Stars value={stars} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {rating_comment}
            </Text>
          </div>
        )}
      </Stack>
    </Card>
  )
}

type DeleteProps = { complaint: ComplaintDetail; onClose: () => void; onDeleted: () => void }

function DeleteComplaint({ complaint: { id, number }, onClose, onDeleted }: DeleteProps) {
  const remove = useDeleteComplaint(id)
  return (
    <Confirm
      title={t`Delete the complaint ${number}?`}
      text={t`This deletes all messages, files and notes. You can't undo it.`}
      action={t`Delete complaint`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t`Complaint deleted.`)
            onDeleted()
          },
        })
      }
    />
  )
}
