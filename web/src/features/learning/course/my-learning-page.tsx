import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Chip, Group, NativeSelect, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { Empty, NoMatches } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { closedCoursesQuery, savedCoursesQuery } from './api'
import { CourseCard } from './course-card'
import { CourseGrid, courseColumns, firstRow } from './course-grid'
import { isNarrowed, type MyFilters, narrowed, type Order, orderOf, type Show, showOf } from './my-filters'
import { PendingCourse } from './pending-course'

type LearnerCourse = Schema<'LearnerCourse'>
type Loaded = { items: LearnerCourse[]; pagination: Schema<'Pagination'> }

type Props = {
  filters: MyFilters
  onFilters: (filters: MyFilters) => void
  /** The courses in which the user learns, under the filters. */
  courses: { data: Loaded | undefined; error: Error | null; refetch: () => unknown }
  /** Whether newer courses are being loaded. */
  stale: boolean
  /** Shown above all courses, at the same time as they. */
  head: ReactNode
  /** Shown at the bottom of a course's card. */
  foot: (course: LearnerCourse) => ReactNode
  /** Courses that are closed until a payment is made, above the others. */
  overdue: ReactNode
  /** Shown below all courses. */
  end: ReactNode
}

const shows: Record<Show | '', MessageDescriptor> = {
  '': msg`All`,
  in_progress: msg`In progress`,
  not_started: msg`Not started`,
  completed: msg`Completed`,
  pending: msg`Pending`,
  saved: msg({ message: 'Saved', context: 'course' }),
}

const orders: Record<Order, MessageDescriptor> = {
  recent: msg`Recently active`,
  title: msg`Name`,
  progress: msg`Progress`,
}

/** The courses of the user: those in which they learn, those that wait, and those that they have saved. */
export function MyLearningPage({ filters, onFilters, courses, stale, head, foot, overdue, end }: Props) {
  const { search = '', show, sort = 'recent' } = filters
  const change = (changed: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, changed))
  const sorted = show !== 'pending' && show !== 'saved'
  return (
    <>
      <PageTitle title={t`My learning`} mb="md" />
      <Group justify="space-between" gap="sm" mb="lg">
        <Chip.Group value={show ?? ''} onChange={(value) => change({ show: showOf(value) })}>
          <Group gap={6} role="radiogroup" aria-label={t`Show`}>
            {Object.entries(shows).map(([value, label]) => (
              <Chip key={value} value={value} variant="outline">
                {t(label)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="sm">
          <SearchField label={t`Search my courses`} value={search} onSearch={(text) => change({ search: text })} />
          {sorted && (
            <NativeSelect
              aria-label={t`Sort by`}
              value={sort}
              data={Object.entries(orders).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(e) => change({ sort: orderOf(e.currentTarget.value) })}
            />
          )}
        </Group>
      </Group>
      {(show === undefined || show === 'pending') && overdue}
      {show === 'saved' && <Saved filters={filters} onFilters={onFilters} />}
      {show === 'pending' && <Closed search={search} alone onClear={() => onFilters({})} />}
      {sorted && (
        <QueryView
          query={courses}
          skeleton={<CardSkeletons />}
          isEmpty={(d) => d.items.length === 0}
          empty={isNarrowed(filters) ? <NothingMatches onClear={() => onFilters({})} /> : <NoCourses />}
        >
          {({ items, pagination }) => (
            <>
              {!isNarrowed(filters) && head}
              <CourseGrid aria-label={t`My courses`} stale={stale}>
                {items.map((item, i) => (
                  <CourseCard
                    key={item.courseId}
                    course={item.course}
                    order={2}
                    eager={i < firstRow}
                    foot={foot(item)}
                  />
                ))}
              </CourseGrid>
              <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
            </>
          )}
        </QueryView>
      )}
      {show === undefined && !filters.page && <Closed search={search} onClear={() => onFilters({})} />}
      {!isNarrowed(filters) && end}
    </>
  )
}

/** Courses in which the user can't learn yet or any more, with what happens next. */
function Closed({ search, alone = false, onClear }: { search: string; alone?: boolean; onClear: () => void }) {
  const courses = useQuery(closedCoursesQuery(search))
  if (!alone && !courses.data?.items.length) return null
  return (
    <Box component="section" mb="xl" aria-labelledby="closed">
      <Title order={2} id="closed" size="h3" mt={alone ? 0 : 'xl'} mb="sm">
        <Trans>Not open yet, or ended</Trans>
      </Title>
      <QueryView
        query={courses}
        skeleton={<Skeleton height={98} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          search === '' ? (
            <Empty title={t`No pending courses`}>
              <Trans>Invitations, courses that await payment and waiting lists appear here.</Trans>
            </Empty>
          ) : (
            <NothingMatches onClear={onClear} />
          )
        }
      >
        {({ items }) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-labelledby="closed">
            {items.map(({ id, course, status }) => (
              <PendingCourse key={id} course={course} status={status} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Box>
  )
}

function Saved({ filters, onFilters }: Pick<Props, 'filters' | 'onFilters'>) {
  const { search = '', page = 1 } = filters
  const courses = useQuery(savedCoursesQuery(search, page))
  return (
    <QueryView
      query={courses}
      skeleton={<CardSkeletons />}
      isEmpty={(d) => d.items.length === 0}
      empty={
        search === '' ? (
          <Empty
            title={t`No saved courses yet`}
            action={
              <ButtonLink to="/courses">
                <Trans>Browse courses</Trans>
              </ButtonLink>
            }
          >
            <Trans>Select “Save for later” on a course page to keep the course here.</Trans>
          </Empty>
        ) : (
          <NothingMatches onClear={() => onFilters({})} />
        )
      }
    >
      {({ items, pagination }) => (
        <>
          <CourseGrid aria-label={t`Saved courses`} stale={courses.isPlaceholderData}>
            {items.map((course, i) => (
              <CourseCard key={course.id} course={course} order={2} eager={i < firstRow} />
            ))}
          </CourseGrid>
          <Pages pagination={pagination} onPage={(to) => onFilters({ ...filters, page: to })} />
        </>
      )}
    </QueryView>
  )
}

const CardSkeletons = () => (
  <SimpleGrid cols={courseColumns} spacing="lg">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={520} radius="lg" />
    ))}
  </SimpleGrid>
)

const NoCourses = () => (
  <Empty
    title={t`No courses yet`}
    action={
      <ButtonLink to="/courses">
        <Trans>Browse courses</Trans>
      </ButtonLink>
    }
  >
    <Trans>Courses you enrol in appear here, so that you can continue where you stopped.</Trans>
  </Empty>
)

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <NoMatches title={t`No matching courses`} onClear={onClear}>
    <Trans>Try fewer words or another filter.</Trans>
  </NoMatches>
)
