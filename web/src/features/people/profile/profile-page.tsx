import { t } from '@lingui/core/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { profileQuery } from './api'
import { AvatarSection } from './avatar-section'
import { CompletenessCard } from './completeness-card'
import { EmailSection } from './email-section'
import { ProfileForm } from './profile-form'
import { StatisticsSection } from './statistics-section'

/** The user's profile: the public part and the private part. */
export function ProfilePage({ changeEmail }: { changeEmail: ReactNode }) {
  const profile = useQuery(profileQuery())
  return (
    <>
      <PageHead title={t`Profile`} lead={t`What others see about you, your contact details and your preferences.`} />
      <QueryView query={profile} skeleton={<Placeholder />}>
        {(p) => (
          <Stack gap="lg">
            <CompletenessCard completeness={p.completeness} />
            <AvatarSection profile={p} />
            <ProfileForm profile={p} />
            <EmailSection profile={p}>{changeEmail}</EmailSection>
            <StatisticsSection profile={p} />
          </Stack>
        )}
      </QueryView>
    </>
  )
}

const Placeholder = () => (
  <Stack gap="lg">
    <Skeleton height={96} radius={20} />
    <Skeleton height={190} radius="lg" />
    <Skeleton height={420} radius="lg" />
  </Stack>
)
