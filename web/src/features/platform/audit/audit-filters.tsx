import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'

import { FilterChip } from '@/shared/filter-chip'
import { PeriodFields } from '@/shared/period-fields'
import { actionName } from './actions'
import type { AuditFilters } from './filters'
import { areas } from './labels'

type Props = {
  filters: AuditFilters
  onFilters: (filters: AuditFilters) => void
  /** The name for an id, if known. */
  nameOf: (id: string) => string
}

export function AuditFilterBar({ filters, onFilters, nameOf }: Props) {
  const set = (change: { [K in keyof AuditFilters]: AuditFilters[K] | undefined }) => {
    const next: AuditFilters = {}
    for (const [name, value] of Object.entries({ ...filters, ...change }))
      if (value) Object.assign(next, { [name]: value })
    onFilters(next)
  }
  const { actor = '', target = '', action = '', from = '', to = '' } = filters
  const known = Object.entries(areas).map(([value, name]) => ({ value, label: t(name) }))
  const other = action && !(action in areas) ? [{ value: action, label: actionName(action) }] : []
  const [actorName, targetName] = [nameOf(actor), nameOf(target)]

  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          label={t`Area`}
          data={[{ value: '', label: t`All areas` }, ...known, ...other]}
          value={action}
          onChange={(event) => set({ action: event.currentTarget.value })}
        />
        <PeriodFields from={from} to={to} onFrom={(from) => set({ from })} onTo={(to) => set({ to })} />
        {actor && <FilterChip text={t`By ${actorName}`} onClear={() => set({ actor: undefined })} />}
        {target && <FilterChip text={t`About ${targetName}`} onClear={() => set({ target: undefined })} />}
      </Group>
    </search>
  )
}
