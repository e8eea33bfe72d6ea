import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ComponentType } from 'react'

import { HomeInstructors } from '@/features/learning/instructor/home-instructors'
import { HomePosts } from '@/features/site/blog/home-posts'
import { HomeTestimonials } from '@/features/site/feedback/home-testimonials'
import { HomeBatches } from '@/features/teaching/batch/home-batches'
import { HomeSection } from '@/shared/home-section'
import { ButtonLink } from '@/shared/link'

/** The sections of the home page that features other than courses have, by their names in the settings. */
export const sections: Record<string, ComponentType> = {
  batches: HomeBatches,
  instructors: HomeInstructors,
  testimonials: HomeTestimonials,
  posts: HomePosts,
  demo: Demo,
  companies: Companies,
  newsletter: Newsletter,
}

function Demo() {
  return (
    <HomeSection title={t`Demo classes`}>
      <Text mb="sm">
        <Trans>Not sure which course suits you? Meet an instructor in a free demo class.</Trans>
      </Text>
      <ButtonLink to="/demo" variant="default">
        <Trans>Book a free demo class</Trans>
      </ButtonLink>
    </HomeSection>
  )
}

function Companies() {
  return (
    <HomeSection title={t`For companies`}>
      <Text mb="sm">
        <Trans>Train your team: live batches or self-paced courses, with one invoice.</Trans>
      </Text>
      <ButtonLink to="/corporate-training" variant="default">
        <Trans>Request corporate training</Trans>
      </ButtonLink>
    </HomeSection>
  )
}

function Newsletter() {
  return (
    <HomeSection title={t`Newsletter`}>
      <Text mb="sm">
        <Trans>New courses and posts, by email.</Trans>
      </Text>
      <ButtonLink to="/newsletter" variant="default">
        <Trans>Subscribe to the newsletter</Trans>
      </ButtonLink>
    </HomeSection>
  )
}
