import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty } from '@/shared/empty'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { coursesQuery } from './api'
import { CatalogueHero } from './catalogue-hero'
import { CourseCard } from './course-card'
import { CourseFacets } from './course-facets'
import { CourseGrid, courseColumns, firstRow } from './course-grid'
import { type CourseFilters, isNarrowed, narrowed } from './filters'
import { Highlights } from './highlights'

type Props = {
  filters: CourseFilters
  onFilters: (filters: CourseFilters) => void
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

export function CataloguePage({ filters, onFilters, empty }: Props) {
  const courses = useQuery(coursesQuery(filters))
  const total = courses.data?.pagination.total_items

  return (
    <Container size={1320} pt={{ base: 'xs', sm: 'lg' }}>
      <CatalogueHero search={filters.search ?? ''} onSearch={(search) => onFilters(narrowed(filters, { search }))} />
      {!isNarrowed(filters) && !filters.page && <Highlights />}
      <Group align="baseline" gap="xs" mt={36} mb="sm" component="section">
        <Title order={2} id="catalogue">
          <Trans>Catalogue</Trans>
        </Title>
        <Text c="dimmed" fw={600} role="status">
          {total !== undefined && plural(total, { one: '# course', other: '# courses' })}
        </Text>
      </Group>
      <CourseFacets filters={filters} onFilters={onFilters} />
      <QueryView
        query={courses}
        skeleton={<CardSkeletons />}
        isEmpty={(d) => d.items.length === 0}
        empty={isNarrowed(filters) ? <NothingMatches onClear={() => onFilters({})} /> : empty}
      >
        {({ items, pagination }) => (
          <>
            <CourseGrid aria-labelledby="catalogue" stale={courses.isPlaceholderData}>
              {items.map((course, i) => (
                <CourseCard key={course.id} course={course} order={3} eager={i < firstRow} />
              ))}
            </CourseGrid>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </Container>
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

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title={t`No matching courses`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Try fewer words or another category.</Trans>
    </Empty>
  )
}
