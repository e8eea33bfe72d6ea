import { useQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'

import { setupQuery } from './api'

/** Shown in an empty catalogue: a new installation is set up first, any other waits for its first course. */
export function EmptyCatalogue() {
  const setup = useQuery(setupQuery())
  if (setup.isPending) return null
  return setup.data?.needed ? (
    <Empty title="Welcome to Lectern" action={<ButtonLink to="/setup">Set up Lectern</ButtonLink>}>
      This is a new installation. Make its first administrator, then add courses and teachers.
    </Empty>
  ) : (
    <Empty title="No courses yet">The first course will appear here as soon as a teacher publishes it.</Empty>
  )
}
