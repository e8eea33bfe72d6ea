import { t } from '@lingui/core/macro'
import { Alert, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'

import { Ago } from '@/shared/ago'
import { TextLink } from '@/shared/link'

import type { Announcement } from './api'

/** Those of the announcements that are urgent and that the user has not read, or not confirmed; nothing if there are none. */
export function UrgentPanel({ recent }: { recent: Announcement[] }) {
  const urgent = recent.filter(
    ({ priority, isRead, requiresAck, acknowledgedAt }) =>
      priority === 'urgent' && (!isRead || (requiresAck && !acknowledgedAt)),
  )
  if (urgent.length === 0) return null
  return (
    <Alert color="red" icon={<IconSpeakerphone />} title={t`Urgent announcements`} mb="lg">
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {urgent.map(({ id, title, publishDate }) => (
          <li key={id}>
            <TextLink
              to="/announcements/$announcementId"
              params={{ announcementId: id }}
              fw={600}
              c="inherit"
              underline="always"
            >
              {title}
            </TextLink>{' '}
            <Text component="span" size="sm" c="inherit">
              <Ago at={publishDate} />
            </Text>
          </li>
        ))}
      </Stack>
    </Alert>
  )
}
