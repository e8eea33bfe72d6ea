import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useMemo } from 'react'

import type { Choice as Option } from './named-choices'

type Props = Omit<NativeSelectProps, 'data'> & {
  choices: (chosen: string) => Option[]
  /** The value when the form was opened, offered even if it is not in the list. */
  chosen: string
}

/** A select with very many options, which are created once. */
export function Choice({ choices, chosen, ...props }: Props) {
  const options = useMemo(
    () =>
      choices(chosen).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      )),
    [choices, chosen],
  )
  return <NativeSelect {...props}>{options}</NativeSelect>
}
