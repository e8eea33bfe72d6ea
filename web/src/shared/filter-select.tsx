import { t } from '@lingui/core/macro'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

type Props<V extends string> = Pick<NativeSelectProps, 'w' | 'mb'> & {
  label: string
  value: V | undefined
  choices: readonly { value: V; label: string }[]
  /** What stands for no filter. */
  all?: string
  onChange: (value: V | undefined) => void
}

/** A filter of a list: one of some values, or all. */
export function FilterSelect<V extends string>({ value, choices, all = t`All`, onChange, ...props }: Props<V>) {
  return (
    <NativeSelect
      {...props}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...choices]}
      onChange={({ currentTarget }) => onChange(choices.find((choice) => choice.value === currentTarget.value)?.value)}
    />
  )
}
