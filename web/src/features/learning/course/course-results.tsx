import { plural, t } from '@lingui/core/macro'
import { Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'

import { QueryView } from '@/shared/query-view'

import { coursesQuery } from './api'
import { CourseCard } from './course-card'
import { CourseFacets } from './course-facets'
import { CourseGrid, courseColumns, firstRow } from './course-grid'
import { type CourseFilters, isNarrowed } from './filters'

// Not part of the first page: few see them.
const Pages = lazy(() => import('@/shared/pages').then((pages) => ({ default: pages.Pages })))
const NoCourseMatches = lazy(() => import('./no-course-matches'))

type Props = {
  filters: CourseFilters
  onFilters: (filters: CourseFilters) => void
  /** Above the number of courses. */
  heading: ReactNode
  /** At the end of its line. */
  aside?: ReactNode
  /** The level of the titles of courses, one below that of the heading. */
  order: 2 | 3
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

/** The courses that match, with their number, filters and pages. */
export function CourseResults({ filters, onFilters, heading, aside, order, empty }: Props) {
  const courses = useQuery(coursesQuery(filters))
  const total = courses.data?.pagination.total_items
  return (
    <>
      <Group align="baseline" gap="xs" mt={36} mb="sm" component="section">
        {heading}
        <Text c="dimmed" fw={600} role="status">
          {!filters.search && total !== undefined && plural(total, { one: '# course', other: '# courses' })}
        </Text>
        {aside}
      </Group>
      <CourseFacets filters={filters} onFilters={onFilters} />
      <QueryView
        query={courses}
        skeleton={<CardSkeletons />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          isNarrowed(filters) ? (
            <Suspense fallback={null}>
              <NoCourseMatches search={filters.search ?? ''} onClear={() => onFilters({})} />
            </Suspense>
          ) : (
            empty
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <CourseGrid aria-label={t`Catalogue`} stale={courses.isPlaceholderData}>
              {items.map((course, i) => (
                <CourseCard key={course.id} course={course} order={order} eager={i < firstRow} />
              ))}
            </CourseGrid>
            {pagination.total_pages > 1 && (
              <Suspense fallback={null}>
                <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}

function CardSkeletons() {
  return (
    <SimpleGrid cols={courseColumns} spacing="lg">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} height={345} radius="lg" />
      ))}
    </SimpleGrid>
  )
}
