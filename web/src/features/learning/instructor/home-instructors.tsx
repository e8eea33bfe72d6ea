import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { HomeSection } from '@/shared/home-section'
import { TextLink } from '@/shared/link'

import { homeInstructorsQuery } from './api'
import { InstructorCard } from './instructor-card'

/** Those who teach most courses, on the home page; nothing while nobody teaches one. */
export function HomeInstructors() {
  const instructors = useQuery(homeInstructorsQuery()).data?.items ?? []
  if (instructors.length === 0) return null
  return (
    <HomeSection
      title={t`Instructors`}
      aside={
        <TextLink to="/instructors">
          <Trans>All instructors</Trans>
        </TextLink>
      }
    >
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {instructors.map((instructor) => (
          <InstructorCard key={instructor.id} instructor={instructor} order={3} />
        ))}
      </SimpleGrid>
    </HomeSection>
  )
}
