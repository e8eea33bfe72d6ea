import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props<N extends string> = {
  names: readonly N[]
  labels: Record<N, string>
  descriptions: Record<N, string>
  values: Record<N, number>
  errors: Record<string, ReactNode>
  fixed: (name: N) => boolean
  onChange: (name: N, value: number) => void
}

/** Whole numbers; the server says which ones are possible. */
export function NumberFields<N extends string>(props: Props<N>) {
  const { names, labels, descriptions, values, errors, fixed, onChange } = props
  return names.map((name) => (
    <NumberInput
      key={name}
      size="md"
      label={labels[name]}
      description={descriptions[name]}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      thousandSeparator=","
      readOnly={fixed(name)}
      value={values[name]}
      onChange={(value) => onChange(name, Number(value))}
      error={errors[name]}
    />
  ))
}
