import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Card, Container, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { AnnouncementFacts, ReaderActions } from './announcement-item'
import { type Announcement, announcementQuery, useRead } from './api'
import { statuses } from './labels'
import { ReaderLists } from './reader-lists'

/** One announcement. Opening it marks it as read. */
export function AnnouncementPage({ id }: { id: string }) {
  const query = useQuery(announcementQuery(id))
  return (
    <Container size={820} py={{ base: 'md', sm: 'xl' }}>
      <TextLink to="/announcements" size="sm">
        <Trans>All announcements</Trans>
      </TextLink>
      <QueryView query={query} skeleton={<Skeleton height={280} radius="lg" mt="md" />} isPage>
        {({ value }) => <Shown key={value.id} announcement={value} />}
      </QueryView>
    </Container>
  )
}

function Shown({ announcement: a }: { announcement: Announcement }) {
  const { mutate } = useRead()
  const { id, isRead, requiresAck, status } = a
  const marks = status === 'published' && !isRead && !requiresAck
  useEffect(() => {
    if (marks) mutate(id)
  }, [marks, id, mutate])
  const { label, color } = statuses[status]
  return (
    <>
      <PageHead title={a.title}>
        {a.canEdit && (
          <ButtonLink
            variant="default"
            to="/announcements/$announcementId/edit"
            params={{ announcementId: id }}
            preload={false}
          >
            <Trans>Edit announcement</Trans>
          </ButtonLink>
        )}
      </PageHead>
      <Card withBorder component="article">
        {status !== 'published' && (
          <Text size="sm" mb="xs">
            <Badge color={color} variant="light" mr="xs">
              {t(label)}
            </Badge>
            <Trans>Readers don't see this announcement now.</Trans>
          </Text>
        )}
        <AnnouncementFacts announcement={a} />
        <RichText html={a.content} format={a.format} />
        <ReaderActions announcement={requiresAck ? a : { ...a, isRead: true }} />
      </Card>
      {a.canEdit && (
        <ReaderLists id={id} requiresAck={requiresAck} isShown={status === 'published'} remindedAt={a.remindedAt} />
      )}
    </>
  )
}
