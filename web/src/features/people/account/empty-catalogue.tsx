import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'

import { setupQuery } from './api'

/** Shown in an empty catalogue: a new installation is set up first, any other waits for its first course. */
export default function EmptyCatalogue() {
  const setup = useQuery(setupQuery())
  if (setup.isPending) return null
  return setup.data?.needed ? (
    <Empty
      title={t`Welcome to Lectern`}
      action={
        <ButtonLink to="/setup">
          <Trans>Set up Lectern</Trans>
        </ButtonLink>
      }
    >
      <Trans>This is a new installation. Create the first administrator, then add courses and instructors.</Trans>
    </Empty>
  ) : (
    <Empty title={t`No courses yet`}>
      <Trans>Courses appear here when an instructor publishes them.</Trans>
    </Empty>
  )
}
