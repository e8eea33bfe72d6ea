import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Text } from '@mantine/core'
import { IconCheck, IconPin } from '@tabler/icons-react'

import { Ago } from '@/shared/ago'
import { toDay, toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { type Announcement, useAcknowledge, useRead } from './api'
import { priorityOf, typeLabels } from './labels'

/** An announcement in a list of its readers. */
export function AnnouncementItem({ announcement: a }: { announcement: Announcement }) {
  return (
    <Card component="li" withBorder data-unread={!a.isRead || undefined}>
      <TextLink
        to="/announcements/$announcementId"
        params={{ announcementId: a.id }}
        fw={a.isRead ? 500 : 700}
        fz="lg"
        c="var(--ink)"
      >
        {!a.isRead && (
          <span className="visually-hidden">
            <Trans>Unread:</Trans>{' '}
          </span>
        )}
        {a.title}
      </TextLink>
      <AnnouncementFacts announcement={a} />
      <RichText html={a.content} format={a.format} />
      <ReaderActions announcement={a} />
    </Card>
  )
}

/** Who announced it, when, and how important it is. */
export function AnnouncementFacts({ announcement: a }: { announcement: Announcement }) {
  const { label, color } = priorityOf(a.priority)
  const edited = a.editedAt && toMinute(a.editedAt)
  const until = a.expiryDate && toDay(a.expiryDate)
  return (
    <Group gap="xs" mt={4} mb="sm">
      {a.sticky && (
        <Badge variant="light" color="school" leftSection={<IconPin size={12} aria-hidden />}>
          <Trans>Pinned</Trans>
        </Badge>
      )}
      <Badge variant="light" color={color}>
        {t(label)}
      </Badge>
      <Badge variant="outline" color="gray">
        {t(typeLabels[a.type])}
      </Badge>
      <Text size="sm" c="dimmed" component="span">
        {personName(a.authorName)} · <Ago at={a.publishDate} />
        {edited && ` · ${t`Edited ${edited}`}`}
        {until && ` · ${t`Until ${until}`}`}
      </Text>
    </Group>
  )
}

/** What a reader can do with an announcement: mark it as read, or confirm it if that is asked for. */
export function ReaderActions({ announcement: a }: { announcement: Announcement }) {
  const read = useRead()
  const acknowledge = useAcknowledge()
  const confirmed = a.acknowledgedAt && toMinute(a.acknowledgedAt)
  const error = read.error ?? acknowledge.error
  if (a.status !== 'published') return null
  return (
    <>
      {error && <Failure error={error} />}
      {a.requiresAck && confirmed && (
        <Text size="sm" c="dimmed" mt="sm">
          <IconCheck size={14} aria-hidden /> <Trans>You confirmed this on {confirmed}.</Trans>
        </Text>
      )}
      {a.requiresAck && !confirmed && (
        <Button
          mt="sm"
          style={{ alignSelf: 'start' }}
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate(a.id)}
        >
          <Trans>Confirm that I have read this</Trans>
        </Button>
      )}
      {!a.requiresAck && !a.isRead && (
        <Button
          mt="sm"
          style={{ alignSelf: 'start' }}
          variant="default"
          loading={read.isPending}
          onClick={() => read.mutate(a.id)}
        >
          <Trans>Mark as read</Trans>
        </Button>
      )}
    </>
  )
}
