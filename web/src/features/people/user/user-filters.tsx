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
      <SearchField label="Search by name or email" value={search} onSearch={(text) => set({ search: text })} mb="sm" />
      <Group gap="sm" mb="md" align="flex-end">
        <NativeSelect
          label="Role"
          size="sm"
          value={role}
          data={any('Every role', options(roleNames))}
          onChange={({ currentTarget: { value } }) => set({ role: isRole(value) ? value : undefined })}
        />
        <NativeSelect
          label="Status"
          size="sm"
          value={status}
          data={any('Every status', options(statusNames))}
          onChange={({ currentTarget: { value } }) => set({ status: value })}
        />
        <NativeSelect
          label="Lock"
          size="sm"
          value={locked}
          data={any('Locked or not', options({ true: 'Locked', false: 'Not locked' }))}
          onChange={({ currentTarget: { value } }) => set({ locked: value })}
        />
        <NativeSelect
          label="Address"
          size="sm"
          value={verified}
          data={any('Confirmed or not', options({ true: 'Confirmed', false: 'Not confirmed' }))}
          onChange={({ currentTarget: { value } }) => set({ verified: value })}
        />
        <PeriodFields
          labels={{ from: 'Joined from', to: 'Joined until' }}
          size="sm"
          from={created_from}
          to={created_to}
          onFrom={(date) => set({ created_from: date })}
          onTo={(date) => set({ created_to: date })}
        />
        <PeriodFields
          labels={{ from: 'Seen from', to: 'Seen until, or never' }}
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
