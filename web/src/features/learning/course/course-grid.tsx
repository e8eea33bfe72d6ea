import { SimpleGrid, type SimpleGridProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Pick<SimpleGridProps, 'aria-label' | 'aria-labelledby'> & {
  /** Whether newer courses are being loaded. */
  stale?: boolean
  children: ReactNode
}

/** A responsive grid of course cards. */
export function CourseGrid({ stale = false, ...props }: Props) {
  return (
    <SimpleGrid
      component="ul"
      cols={courseColumns}
      spacing="lg"
      p={0}
      m={0}
      style={{ listStyle: 'none', ...(stale && { opacity: 0.6 }) }}
      {...props}
    />
  )
}

/** The most cards in a row. */
export const firstRow = 4

export const courseColumns = { base: 1, xs: 2, md: 3, lg: 4 }
