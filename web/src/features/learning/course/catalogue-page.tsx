import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

import { coursesQuery } from './api'
import { CourseResults } from './course-results'
import type { CourseFilters } from './filters'

type Props = {
  filters: CourseFilters
  onFilters: (filters: CourseFilters) => void
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

/** All courses, or those that match a search and filters; its address can be shared. */
export function CataloguePage({ filters, ...rest }: Props) {
  const found = useQuery(coursesQuery(filters)).data?.pagination.total_items
  return (
    <Container size={1320}>
      <CourseResults
        filters={filters}
        {...rest}
        heading={<PageTitle title={titleOf(filters.search, found)} />}
        aside={
          <TextLink to="/instructors" ml="auto">
            <Trans>Instructors</Trans>
          </TextLink>
        }
        order={2}
      />
    </Container>
  )
}

function titleOf(search: string | undefined, found: number | undefined) {
  if (!search) return t`Catalogue`
  if (found === undefined) return t`Courses for “${search}”`
  return plural(found, { one: `# course for “${search}”`, other: `# courses for “${search}”` })
}
