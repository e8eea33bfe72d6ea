import { SimpleGrid, Skeleton } from '@mantine/core'

import classes from './figure-list.module.css'

export type FigureOf = { name: string; value: string; note?: string }

/** Four figures that are loading. */
export const FiguresSkeleton = () => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={86} radius={14} />
    ))}
  </SimpleGrid>
)

/** Figures with labels, side by side. */
export function FigureList({ figures }: { figures: FigureOf[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: Math.min(4, figures.length) }} spacing="sm" m={0}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </SimpleGrid>
  )
}
