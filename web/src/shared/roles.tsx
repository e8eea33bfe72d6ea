import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge, Group } from '@mantine/core'

import type { Schema } from '@/api/client'

export type Role = Schema<'User'>['roles'][number]

/** The names of the roles, the most common first. */
export const roleNames: Record<Role, MessageDescriptor> = {
  student: msg`Student`,
  instructor: msg`Instructor`,
  corporate: msg`Corporate client`,
  admin: msg`Administrator`,
}

export const isRole = (value: unknown): value is Role => typeof value === 'string' && value in roleNames

export const everyRole = Object.keys(roleNames).filter(isRole)

/** The roles of a user. */
export function RoleBadges({ roles }: { roles: Role[] }) {
  return (
    <Group gap={4}>
      {everyRole
        .filter((role) => roles.includes(role))
        .map((role) => (
          <Badge
            key={role}
            miw="max-content"
            color={role === 'admin' ? 'apricot' : role === 'student' ? 'gray' : 'evergreen'}
          >
            {t(roleNames[role])}
          </Badge>
        ))}
    </Group>
  )
}
