import { t } from '@lingui/core/macro'
import { Group, NativeSelect } from '@mantine/core'

import { FilterChip } from '@/shared/filter-chip'
import { options } from '@/shared/options'
import { PeriodFields } from '@/shared/period-fields'

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
  const { actor, target, action = '', from = '', to = '' } = filters
  const known = { ...areas, ...(action && !(action in areas) && { [action]: action }) }

  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          label={t`About`}
          data={[{ value: '', label: t`Everything` }, ...options(known)]}
          value={action}
          onChange={(event) => set({ action: event.currentTarget.value })}
        />
        <PeriodFields from={from} to={to} onFrom={(from) => set({ from })} onTo={(to) => set({ to })} />
        {actor && <FilterChip text={t`By ${nameOf(actor)}`} onClear={() => set({ actor: undefined })} />}
        {target && <FilterChip text={t`To ${nameOf(target)}`} onClear={() => set({ target: undefined })} />}
      </Group>
    </search>
  )
}
