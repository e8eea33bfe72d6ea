import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'

type Props = {
  labels?: { from: string; to: string }
  size?: 'sm'
  /** Dates as YYYY-MM-DD; empty where the period is open. */
  from: string
  to: string
  onFrom: (date: string) => void
  onTo: (date: string) => void
}

/** The first and the last day of a period. The browser's date picker offers no last day before the first. */
export function PeriodFields({ labels = { from: t`From`, to: t`To` }, size, from, to, onFrom, onTo }: Props) {
  const common = { type: 'date', ...(size && { size }) }
  return (
    <>
      <TextInput
        {...common}
        label={labels.from}
        value={from}
        max={to || undefined}
        onChange={(event) => onFrom(event.currentTarget.value)}
      />
      <TextInput
        {...common}
        label={labels.to}
        value={to}
        min={from || undefined}
        onChange={(event) => onTo(event.currentTarget.value)}
      />
    </>
  )
}
