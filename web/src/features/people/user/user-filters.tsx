import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'

import { options } from '@/shared/options'
import { PeriodFields } from '@/shared/period-fields'
import { isRole, roleNames } from '@/shared/roles'
import { SearchField } from '@/shared/search-field'

import { readFilters, tidy, type UserFilters } from './filters'
import { statusNames } from './labels'

type Props = { filters: UserFilters; onFilters: (filters: UserFilters) => void }

const any = (label: string, data: { value: string; label: string }[]) => [{ value: '', label }, ...data]

export function UserFilterBar({ filters, onFilters }: Props) {
  const set = (change: Record<string, unknown>) => onFilters(tidy(readFilters({ ...filters, ...change })))
  const {
    search = '',
    role = '',
    status = '',
    locked = '',
    verified = '',
    created_from = '',
    created_to = '',
    seen_from = '',
    seen_to = '',
  } = filters
  return (
    <search>
      <SearchField
        label={t`Search by name or email`}
        value={search}
        onSearch={(text) => set({ search: text })}
        mb="sm"
      />
      <Group gap="sm" mb="md" align="flex-end">
        <NativeSelect
          label={t`Role`}
          size="sm"
          value={role}
          data={any(t`All roles`, options(roleNames))}
          onChange={({ currentTarget: { value } }) => set({ role: isRole(value) ? value : undefined })}
        />
        <NativeSelect
          label={t`Status`}
          size="sm"
          value={status}
          data={any(t`All statuses`, options(statusNames))}
          onChange={({ currentTarget: { value } }) => set({ status: value })}
        />
        <NativeSelect
          label={t`Lockout`}
          size="sm"
          value={locked}
          data={any(t`All`, options({ true: t`Locked`, false: t`Not locked` }))}
          onChange={({ currentTarget: { value } }) => set({ locked: value })}
        />
        <NativeSelect
          label={t`Email address`}
          size="sm"
          value={verified}
          data={any(t`All`, options({ true: t`Confirmed`, false: t`Not confirmed` }))}
          onChange={({ currentTarget: { value } }) => set({ verified: value })}
        />
        <PeriodFields
          labels={{ from: t`Joined from`, to: t`Joined until` }}
          size="sm"
          from={created_from}
          to={created_to}
          onFrom={(date) => set({ created_from: date })}
          onTo={(date) => set({ created_to: date })}
        />
        <PeriodFields
          labels={{ from: t`Last seen from`, to: t`Last seen until (or never)` }}
          size="sm"
          from={seen_from}
          to={seen_to}
          onFrom={(date) => set({ seen_from: date })}
          onTo={(date) => set({ seen_to: date })}
        />
      </Group>
    </search>
  )
}
