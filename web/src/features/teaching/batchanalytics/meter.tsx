import { Progress, Text } from '@mantine/core'

import classes from './meter.module.css'

type Props = {
  /** Accessible name of the bar. */
  label: string
  text: string
  percent: number
  /** Whether it is too much, or so little that something should be done. */
  tone?: 'over' | 'low' | undefined
}

const colors = { over: 'red', low: 'apricot', fine: 'evergreen' }

/** A figure with a bar below it. */
export function Meter({ label, text, percent, tone }: Props) {
  return (
    <div className={classes.meter}>
      <Text size="sm">{text}</Text>
      <Progress size="sm" value={Math.min(100, percent)} color={colors[tone ?? 'fine']} aria-label={label} />
    </div>
  )
}
