import { Chip, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type CourseFilters, categoriesQuery } from './api'
import classes from './course-facets.module.css'
import { typeLabels } from './labels'

type Props = { filters: CourseFilters; onFilters: (filters: CourseFilters) => void }

/** Narrows the catalogue: one category, one way of teaching. The figures are how many courses there are. */
export function CourseFacets({ filters, onFilters }: Props) {
  const { search, category, type } = filters
  const categories = useQuery(categoriesQuery())
  const kept = search ? { search } : {}
  const chosen = type ? { type } : {}

  return (
    <div className={classes.row}>
      <Chip.Group value={category ?? ''} onChange={(c) => onFilters({ ...kept, ...chosen, ...(c && { category: c }) })}>
        <Group gap="xs" role="group" aria-label="Category">
          <Chip value="" variant="outline">
            All
          </Chip>
          {categories.data?.map(({ name, count }) => (
            <Chip key={name} value={name} variant="outline">
              {name} <span className={classes.count}>{count}</span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="xs" role="group" aria-label="Way of teaching">
        {(['blended', 'live', 'free'] as const).map((t) => (
          <Chip
            key={t}
            variant="light"
            checked={type === t}
            onChange={(on) => onFilters({ ...kept, ...(category && { category }), ...(on && { type: t }) })}
          >
            {typeLabels[t].label}
          </Chip>
        ))}
      </Group>
    </div>
  )
}
