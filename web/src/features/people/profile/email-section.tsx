import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Profile } from './api'
import { Section } from './section'

/** The user's email address; children change it. */
export function EmailSection({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { email, emailVerified, pendingEmail } = profile
  return (
    <Section
      id="email"
      title={t`Email address`}
      lead={t`You sign in with it, and we send emails about your account to it.`}
    >
      <Group gap="sm">
        <Text fw={600}>{email}</Text>
        <Badge color={emailVerified ? 'evergreen' : 'apricot'}>{emailVerified ? t`Confirmed` : t`Not confirmed`}</Badge>
      </Group>
      {pendingEmail && (
        <Text size="sm">
          <Trans>It changes to {pendingEmail} when you open the link in the email we sent there.</Trans>
        </Text>
      )}
      {children}
    </Section>
  )
}
