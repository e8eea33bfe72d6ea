import { NumberInput } from '@mantine/core'

import type { Fields } from './settings-section'

type Props<T, N extends keyof T & string> = Fields<T> & {
  names: readonly N[]
  labels: Record<N, string>
  descriptions: Record<N, string>
}

/** Whole numbers; the server says which ones are possible. */
export function NumberFields<T, N extends keyof T & string>(props: Props<T, N>) {
  const { names, labels, descriptions, form, fixed } = props
  return names.map((name) => {
    const input = form.getInputProps(name)
    return (
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
        {...input}
        onChange={(value) => input.onChange(Number(value))}
      />
    )
  })
}
