import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './twofactor.module.css'

type Row = { icon: ReactNode; title: string; text: ReactNode; children: ReactNode }

/** A second factor that is, or can be, set up. */
export function FactorRow({ icon, title, text, children }: Row) {
  return (
    <Group className={classes.item} justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" align="start" className={classes.text}>
        <span className={classes.icon}>{icon}</span>
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed" component="div">
            {text}
          </Text>
        </div>
      </Group>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
