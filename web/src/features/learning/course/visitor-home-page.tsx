import { Trans } from '@lingui/react/macro'
import { Container, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { CatalogueHero } from './catalogue-hero'
import { CourseResults } from './course-results'
import { type CourseFilters, narrowed } from './filters'
import { Highlights } from './highlights'

type Props = {
  /** Called with what a visitor searches for or chooses. */
  onFilters: (filters: CourseFilters) => void
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

/** What visitors see first: what the school offers, and all of its courses. */
export function VisitorHomePage({ onFilters, empty }: Props) {
  return (
    <Container size={1320} pt={{ base: 'xs', sm: 'lg' }}>
      <CatalogueHero onSearch={(search) => onFilters(narrowed({}, { search }))} />
      <Highlights />
      <CourseResults
        filters={{}}
        onFilters={onFilters}
        empty={empty}
        order={3}
        heading={
          <Title order={2}>
            <Trans>Catalogue</Trans>
          </Title>
        }
      />
    </Container>
  )
}
