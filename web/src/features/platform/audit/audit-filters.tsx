import { Button, Group, NativeSelect, TextInput } from '@mantine/core'

import { options } from '@/shared/options'

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
          label="About"
          data={[{ value: '', label: 'Everything' }, ...options(known)]}
          value={action}
          onChange={(event) => set({ action: event.currentTarget.value })}
        />
        <TextInput
          label="From"
          type="date"
          value={from}
          max={to || undefined}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={to}
          min={from || undefined}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
        {actor && <Narrowed text={`By ${nameOf(actor)}`} onClear={() => set({ actor: undefined })} />}
        {target && <Narrowed text={`To ${nameOf(target)}`} onClear={() => set({ target: undefined })} />}
      </Group>
    </search>
  )
}

function Narrowed({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <Button variant="light" h={42} onClick={onClear} aria-label={`${text}: show everybody again`}>
      {text} ✕
    </Button>
  )
}
