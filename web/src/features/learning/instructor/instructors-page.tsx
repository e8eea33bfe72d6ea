import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group, NativeSelect, SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty, NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { instructorsQuery } from './api'
import { type InstructorFilters, sortOf } from './filters'
import { InstructorCard } from './instructor-card'

type Props = {
  filters: InstructorFilters
  onFilters: (filters: InstructorFilters) => void
  /** The names of the categories of courses. */
  categories: string[]
}

const columns = { base: 1, sm: 2, lg: 3 }

/** Everyone who teaches a published course. */
export function InstructorsPage({ filters, onFilters, categories }: Props) {
  const instructors = useQuery(instructorsQuery(filters))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <PageHead title={t`Instructors`} lead={t`Who teaches the courses of the catalogue.`} />
      <Filters filters={filters} onFilters={onFilters} categories={categories} />
      <QueryView
        query={instructors}
        skeleton={<Skeletons />}
        isEmpty={(found) => found.items.length === 0}
        empty={<NoInstructors narrowed={Boolean(filters.search || filters.category)} onClear={() => onFilters({})} />}
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(total) => plural(total, { one: '# instructor', other: '# instructors' })}
            />
            <SimpleGrid
              component="ul"
              cols={columns}
              p={0}
              m={0}
              aria-label={t`Instructors`}
              style={{ listStyle: 'none', opacity: instructors.isPlaceholderData ? 0.6 : 1 }}
            >
              {items.map((instructor) => (
                <InstructorCard key={instructor.id} instructor={instructor} />
              ))}
            </SimpleGrid>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

function Filters({ filters: { page: _, ...filters }, onFilters, categories }: Props) {
  return (
    <Group mb="md" align="flex-end">
      <SearchField
        label={t`Search by name`}
        value={filters.search ?? ''}
        onSearch={(search) => onFilters({ ...filters, search })}
        flex="1 1 16rem"
        maw={420}
      />
      <NativeSelect
        label={t`Category`}
        value={filters.category ?? ''}
        onChange={(event) => onFilters({ ...filters, category: event.currentTarget.value })}
        data={[{ value: '', label: t`All categories` }, ...categories]}
      />
      <NativeSelect
        label={t`Sort by`}
        value={filters.sort ?? 'name'}
        onChange={(event) => onFilters({ ...filters, sort: sortOf(event.currentTarget.value) ?? 'name' })}
        data={[
          { value: 'name', label: t`Name, A to Z` },
          { value: 'rating', label: t`Highest rated first` },
          { value: 'courses', label: t`Most courses first` },
        ]}
      />
    </Group>
  )
}

function NoInstructors({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (narrowed) {
    return (
      <NoMatches title={t`No matching instructors`} onClear={onClear}>
        <Trans>Try another name or category.</Trans>
      </NoMatches>
    )
  }
  return (
    <Empty
      title={t`No instructors yet`}
      action={
        <TextLink to="/courses">
          <Trans>Catalogue</Trans>
        </TextLink>
      }
    >
      <Trans>Instructors appear here once they have published a course.</Trans>
    </Empty>
  )
}

function Skeletons() {
  return (
    <>
      <Skeleton height={20} width={110} mb="xs" />
      <SimpleGrid cols={columns}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={152} radius="lg" />
        ))}
      </SimpleGrid>
    </>
  )
}
