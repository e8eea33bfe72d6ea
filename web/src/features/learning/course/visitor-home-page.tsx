import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

import { PageTitle } from '@/shared/page-title'
import { useSchool } from '@/shared/school'

import { CatalogueHero } from './catalogue-hero'
import { CourseResults } from './course-results'
import { type CourseFilters, narrowed } from './filters'
import { Highlights } from './highlights'

type Props = {
  /** The sections of other features, by their names in the settings. */
  others: Record<string, ComponentType>
  /** Called with what a visitor searches for or chooses. */
  onFilters: (filters: CourseFilters) => void
  /** Shown instead of the courses when there are none at all. */
  empty: ReactNode
}

/** What visitors see first: the sections that administrators have chosen, in their order. */
export function VisitorHomePage({ others, onFilters, empty }: Props) {
  const { name, home } = useSchool()
  return (
    <Container size={1320} pt={{ base: 'xs', sm: 'lg' }}>
      {home.search ? (
        <CatalogueHero onSearch={(search) => onFilters(narrowed({}, { search }))} />
      ) : (
        <PageTitle title={t`Home page`}>{name}</PageTitle>
      )}
      {home.sections.map((section) => {
        if (section === 'courses') return <Highlights key={section} />
        if (section === 'catalogue') return <Catalogue key={section} onFilters={onFilters} empty={empty} />
        const Other = others[section]
        return Other && <Other key={section} />
      })}
    </Container>
  )
}

function Catalogue({ onFilters, empty }: Omit<Props, 'others'>) {
  return (
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
  )
}
