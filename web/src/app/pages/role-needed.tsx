import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { list } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { type Role, roleNames } from '@/shared/roles'

import { landingOf } from '../landing'

type Explained = { title: MessageDescriptor; reason: MessageDescriptor }

const words: Record<Role, Explained> = {
  student: {
    title: msg`You need the student role`,
    reason: msg`This page is for students. Ask an administrator for the role.`,
  },
  instructor: {
    title: msg`You need the instructor role`,
    reason: msg`This page is for instructors. Apply for the role, and an administrator decides.`,
  },
  corporate: {
    title: msg`You need the corporate client role`,
    reason: msg`This page is for corporate clients. Apply for the role, and an administrator decides.`,
  },
  admin: {
    title: msg`You need the administrator role`,
    reason: msg`This page is for administrators. Ask one of them for the role if you need it.`,
  },
}

/** Shown instead of a page that the user's roles do not open: which role does, and how to get it. */
export function RoleNeeded({ role, account }: { role: Role; account: Schema<'Permissions'> }) {
  const { title, reason } = words[role]
  const own = list(account.roles.map((held) => t(roleNames[held])))
  return (
    <Container py={80} ta="center" size={640}>
      <PageTitle title={t(title)} />
      <Text my="md">{t(reason)}</Text>
      <Text c="dimmed" size="sm" mb="lg">
        <Trans>Roles of your account: {own}</Trans>
      </Text>
      <Group justify="center">
        {(role === 'instructor' || role === 'corporate') && (
          <ButtonLink to="/applications">
            <Trans>Apply for the role</Trans>
          </ButtonLink>
        )}
        <ButtonLink to={landingOf(account.roles)} variant="default">
          <Trans>Go to your start page</Trans>
        </ButtonLink>
      </Group>
    </Container>
  )
}
