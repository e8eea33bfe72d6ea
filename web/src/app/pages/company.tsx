import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Container, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profileQuery } from '@/features/people/profile/api'
import { CompletenessCard } from '@/features/people/profile/completeness-card'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import classes from './company.module.css'

/** Where corporate clients start: how to train a team, what the school knows about them, and their own learning. */
export function CompanyRoute() {
  const { support_email } = useSchool()
  return (
    <Container size={1100} pt="lg">
      <PageHead title={t`Company`} lead={t`Training for your team, your contact details and your own learning.`} />
      <div className={classes.parts}>
        <Part id="team" title={t`Train your team`}>
          <Text>
            {support_email ? (
              <Trans>
                Choose courses in the catalogue, then email{' '}
                <Anchor href={`mailto:${support_email}`}>{support_email}</Anchor> with their titles and the names of
                your learners. The school enrols them.
              </Trans>
            ) : (
              <Trans>Choose courses in the catalogue, then ask the school to enrol your learners.</Trans>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>This page doesn't show your learners' progress. Ask the school for it.</Trans>
          </Text>
          <ButtonLink to="/courses">
            <Trans>Browse courses</Trans>
          </ButtonLink>
        </Part>
        <Part id="profile" title={t`Your contact details`}>
          <Contact />
          <ButtonLink to="/settings/profile" variant="default">
            <Trans>Edit profile</Trans>
          </ButtonLink>
        </Part>
        <Part id="learning" title={t`Your own learning`}>
          <Text>
            <Trans>Courses in which you are enrolled yourself are in My learning.</Trans>
          </Text>
          <ButtonLink to="/app" variant="default">
            <Trans>Go to My learning</Trans>
          </ButtonLink>
        </Part>
      </div>
    </Container>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)" component="section" aria-labelledby={id}>
      <Stack align="flex-start">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

/** What the school sees of the user. */
function Contact() {
  const profile = useQuery(profileQuery())
  return (
    <QueryView query={profile} skeleton={<Skeleton height={150} radius="lg" />}>
      {({ fullName, headline, email, phone, completeness }) => (
        <>
          <div>
            <Text fw={600}>{fullName}</Text>
            {[headline, email, phone].filter(Boolean).map((line) => (
              <Text key={line} size="sm" c="dimmed">
                {line}
              </Text>
            ))}
          </div>
          {completeness.percent < 100 && <CompletenessCard completeness={completeness} />}
        </>
      )}
    </QueryView>
  )
}
