import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '@/features/people/account/api'
import { BatchesPage } from '@/features/teaching/batch/batches-page'
import { WorkloadPage } from '@/features/teaching/batchanalytics/workload-page'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'

const all = getRouteApi('/_signed-in/teach/_area/batches')
const ofCourse = getRouteApi('/_signed-in/teach/courses/$courseId/batches/')

/** The batches that the user teaches; administrators see all. */
export function TaughtBatchesRoute() {
  const navigate = all.useNavigate()
  const filters = given(all.useSearch())
  const account = useAccount()
  if (!account) return null
  return (
    <BatchesPage
      scope={account.roles.includes('admin') ? 'all' : { instructorId: account.user.id }}
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      create={
        <ButtonLink to="/teach/batches/new">
          <Trans>Create batch</Trans>
        </ButtonLink>
      }
      more={
        <ButtonLink to="/teach/batches/workload" variant="default">
          <Trans>Workload and capacity</Trans>
        </ButtonLink>
      }
    />
  )
}

/** The batches of one course, in its workspace. */
export function CourseBatchesRoute() {
  const { courseId } = ofCourse.useParams()
  const navigate = ofCourse.useNavigate()
  return (
    <BatchesPage
      scope={{ courseId }}
      filters={given(ofCourse.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      create={
        <ButtonLink to="/teach/courses/$courseId/batches/new" params={{ courseId }}>
          <Trans>Create batch</Trans>
        </ButtonLink>
      }
    />
  )
}

/** How much the user teaches and how full their batches are; administrators see all. */
export function WorkloadRoute() {
  const account = useAccount()
  if (!account) return null
  return (
    <WorkloadPage forAll={account.roles.includes('admin')}>
      <ButtonLink to="/teach/batches" variant="default">
        <Trans>All batches</Trans>
      </ButtonLink>
    </WorkloadPage>
  )
}
