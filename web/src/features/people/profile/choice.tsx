import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useMemo } from 'react'

import type { Choice as Option } from './choices'

type Props = Omit<NativeSelectProps, 'data'> & {
  choices: (chosen: string) => Option[]
  /** What was chosen when the form was opened: it is offered even if it is in no list. */
  chosen: string
}

/** A select of very many options, which are made once. */
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
