import { Group, NativeSelect, TextInput } from '@mantine/core'

import { options } from '@/shared/options'
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
        <TextInput
          label="Joined from"
          size="sm"
          type="date"
          value={created_from}
          max={created_to || undefined}
          onChange={({ currentTarget: { value } }) => set({ created_from: value })}
        />
        <TextInput
          label="Joined until"
          size="sm"
          type="date"
          value={created_to}
          min={created_from || undefined}
          onChange={({ currentTarget: { value } }) => set({ created_to: value })}
        />
        <TextInput
          label="Seen from"
          size="sm"
          type="date"
          value={seen_from}
          max={seen_to || undefined}
          onChange={({ currentTarget: { value } }) => set({ seen_from: value })}
        />
        <TextInput
          label="Seen until, or never"
          size="sm"
          type="date"
          value={seen_to}
          min={seen_from || undefined}
          onChange={({ currentTarget: { value } }) => set({ seen_to: value })}
        />
      </Group>
    </search>
  )
}
