import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  description: string
  value: string[]
  onChange: (lines: string[]) => void
  error?: ReactNode
  readOnly: boolean
  placeholder: string
}

/** A list of short texts, one on each line. */
export function LinesField({ value, onChange, ...rest }: Props) {
  return (
    <Textarea
      rows={4}
      resize="vertical"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value.join('\n')}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
      {...rest}
    />
  )
}
