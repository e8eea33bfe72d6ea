import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { CourseCard } from './course-card'
import { firstRow } from './course-grid'
import { homeQuery } from './settings-api'

/** The courses that an administrator has chosen for the home page, if any. */
export function Highlights() {
  const home = useQuery(homeQuery()).data?.value
  if (!home?.chosen) return null
  return (
    <section aria-labelledby="highlights">
      <Title order={2} id="highlights" mt={36} mb="sm">
        <Trans>Featured courses</Trans>
      </Title>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2, md: 3, lg: 4 }}
        spacing="lg"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-labelledby="highlights"
      >
        {home.courses.map(({ course }, i) => (
          <CourseCard key={course.id} course={course} order={3} eager={i < firstRow} />
        ))}
      </SimpleGrid>
    </section>
  )
}
