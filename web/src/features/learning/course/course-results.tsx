import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { coursesQuery, suggestionsQuery } from './api'
import { CourseCard } from './course-card'
import { CourseFacets } from './course-facets'
import { CourseGrid, courseColumns, firstRow } from './course-grid'
import { type CourseFilters, isNarrowed } from './filters'

type Props = {
  filters: CourseFilters
  onFilters: (filters: CourseFilters) => void
  /** Above the number of courses. */
  heading: ReactNode
  /** The level of the titles of courses, one below that of the heading. */
  order: 2 | 3
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

/** The courses that match, with their number, filters and pages. */
export function CourseResults({ filters, onFilters, heading, order, empty }: Props) {
  const courses = useQuery(coursesQuery(filters))
  const total = courses.data?.pagination.total_items
  return (
    <>
      <Group align="baseline" gap="xs" mt={36} mb="sm" component="section">
        {heading}
        <Text c="dimmed" fw={600} role="status">
          {!filters.search && total !== undefined && plural(total, { one: '# course', other: '# courses' })}
        </Text>
      </Group>
      <CourseFacets filters={filters} onFilters={onFilters} />
      <QueryView
        query={courses}
        skeleton={<CardSkeletons />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          isNarrowed(filters) ? <NothingMatches search={filters.search ?? ''} onClear={() => onFilters({})} /> : empty
        }
      >
        {({ items, pagination }) => (
          <>
            <CourseGrid aria-label={t`Catalogue`} stale={courses.isPlaceholderData}>
              {items.map((course, i) => (
                <CourseCard key={course.id} course={course} order={order} eager={i < firstRow} />
              ))}
            </CourseGrid>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
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

function NothingMatches({ search, onClear }: { search: string; onClear: () => void }) {
  const similar = useQuery(suggestionsQuery(search, true)).data ?? []
  return (
    <NoMatches title={t`No matching courses`} onClear={onClear}>
      {similar.length > 0 ? (
        <SimilarSearches suggestions={similar} />
      ) : (
        <Trans>Try fewer words or another category.</Trans>
      )}
    </NoMatches>
  )
}

/** Links to what is called similarly: courses, and searches for the rest. */
function SimilarSearches({ suggestions }: { suggestions: Schema<'Suggestion'>[] }) {
  return (
    <>
      <Trans>Try one of these, or fewer words:</Trans>{' '}
      {suggestions.map(({ kind, text, course_id: courseId }) => (
        <Fragment key={kind + text + courseId}>
          {courseId ? (
            <TextLink to="/courses/$courseId" params={{ courseId }} mx={4}>
              {text}
            </TextLink>
          ) : (
            <TextLink to="/courses" search={{ search: text }} mx={4}>
              {text}
            </TextLink>
          )}
        </Fragment>
      ))}
    </>
  )
}
