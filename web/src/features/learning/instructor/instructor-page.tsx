import '@mantine/core/styles/Avatar.layer.css'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Avatar, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'

import type { Schema } from '@/api/client'
import { initials } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type InstructorProfile, instructorCoursesQuery, instructorQuery } from './api'
import { InstructorFigures } from './figures'
import classes from './instructor.module.css'

type Props = {
  instructorId: string
  /** Shows courses as cards. */
  courses: (courses: Schema<'Course'>[], label: string) => ReactNode
}

/** Who an instructor is, and what they teach. */
export function InstructorPage({ instructorId, courses }: Props) {
  const instructor = useQuery(instructorQuery(instructorId))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <TextLink to="/instructors" size="sm">
        <Trans>All instructors</Trans>
      </TextLink>
      <QueryView query={instructor} skeleton={<HeadSkeleton />} isPage>
        {(profile) => <Head instructor={profile} />}
      </QueryView>
      {!instructor.error && <Courses instructorId={instructorId} show={courses} />}
    </Container>
  )
}

function Head({ instructor }: { instructor: InstructorProfile }) {
  const { full_name, pronouns, headline, bio, links, picture } = instructor
  return (
    <header className={classes.head}>
      <Avatar src={picture?.large ?? null} alt="" size={128} mt="md" className={classes.face}>
        {initials(full_name)}
      </Avatar>
      <div className={classes.about}>
        <Group gap="xs" align="baseline" mt="md">
          <PageTitle title={full_name} />
          {pronouns && <Text c="dimmed">{pronouns}</Text>}
        </Group>
        {headline && (
          <Text size="lg" mt={4}>
            {headline}
          </Text>
        )}
        <Group mt="xs">
          <InstructorFigures of={instructor} />
        </Group>
        {bio && <p className={classes.bio}>{bio}</p>}
        {links.length > 0 && (
          <Group component="ul" gap="md" p={0} m={0} mt="sm" style={{ listStyle: 'none' }} aria-label={t`Links`}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <Anchor href={url} rel="nofollow noopener noreferrer" target="_blank">
                  {label || new URL(url).hostname}
                </Anchor>
              </li>
            ))}
          </Group>
        )}
      </div>
    </header>
  )
}

function Courses({ instructorId, show }: { instructorId: string; show: Props['courses'] }) {
  const [page, setPage] = useState(1)
  const courses = useQuery(instructorCoursesQuery(instructorId, page))
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mt={36} mb="sm">
        <Trans>Courses</Trans>
      </Title>
      <QueryView query={courses} skeleton={<Skeleton height={345} radius="lg" />}>
        {({ items, pagination }) => (
          <>
            {show(items, plural(pagination.total_items, { one: '# course', other: '# courses' }))}
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  )
}

/** As large as a head without a bio. */
function HeadSkeleton() {
  return (
    <div className={classes.head}>
      <Skeleton height={128} width={128} circle mt="md" />
      <div style={{ flex: 1 }}>
        <Skeleton height={40} width="60%" mt="md" />
        <Skeleton height={24} width="40%" mt="sm" />
        <Skeleton height={20} width="30%" mt="sm" />
        <Skeleton height={72} mt="md" />
      </div>
    </div>
  )
}
