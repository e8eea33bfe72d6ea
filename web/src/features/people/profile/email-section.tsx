import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Profile } from './api'
import { Section } from './section'

/** The user's email address; children change it. */
export function EmailSection({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { email, emailVerified, pendingEmail } = profile
  return (
    <Section id="email" title="Email address" lead="You sign in with it, and emails about your account go there.">
      <Group gap="sm">
        <Text fw={600}>{email}</Text>
        <Badge color={emailVerified ? 'evergreen' : 'apricot'}>
          {emailVerified ? 'Confirmed' : 'Not confirmed yet'}
        </Badge>
      </Group>
      {pendingEmail && (
        <Text size="sm">It becomes {pendingEmail} once the link in the email that went there has been opened.</Text>
      )}
      {children}
    </Section>
  )
}
