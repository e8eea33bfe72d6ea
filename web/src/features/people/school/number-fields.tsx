import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { NumberInput } from '@mantine/core'

import type { Fields } from './settings-section'

type Props<T, N extends keyof T & string> = Fields<T> & {
  names: readonly N[]
  labels: Record<N, MessageDescriptor>
  descriptions: Record<N, MessageDescriptor>
}

/** How numbers are written in the reader's region: the field wants two different ones, also without decimals. */
function separatorsOf() {
  const parts = new Intl.NumberFormat(i18n.locales).formatToParts(10_000.5)
  const separator = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  return { thousandSeparator: separator('group') ?? ',', decimalSeparator: separator('decimal') ?? '.' }
}

/** Whole numbers; the server says which ones are possible. */
export function NumberFields<T, N extends keyof T & string>(props: Props<T, N>) {
  const { names, labels, descriptions, form, fixed } = props
  const separators = separatorsOf()
  return names.map((name) => {
    const input = form.getInputProps(name)
    return (
      <NumberInput
        key={name}
        label={t(labels[name])}
        description={t(descriptions[name])}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...separators}
        readOnly={fixed(name)}
        {...input}
        onChange={(value) => input.onChange(Number(value))}
      />
    )
  })
}
