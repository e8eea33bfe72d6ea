import { Trans } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { AnnouncementPage } from '@/features/teaching/announcement/announcement-page'
import { AnnouncementsPage } from '@/features/teaching/announcement/announcements-page'
import { EditAnnouncementPage, NewAnnouncementPage } from '@/features/teaching/announcement/composer-page'
import { FiguresPage } from '@/features/teaching/announcement/figures-page'
import { ManagePage } from '@/features/teaching/announcement/manage-page'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'

const shown = getRouteApi('/_signed-in/announcements/')

export function AnnouncementsRoute() {
  const navigate = shown.useNavigate()
  return <AnnouncementsPage search={given(shown.useSearch())} onSearch={(search) => void navigate({ search })} />
}

const one = getRouteApi('/_signed-in/announcements/$announcementId/')

export const AnnouncementRoute = () => <AnnouncementPage id={one.useParams().announcementId} />

/** Whether the user may announce to everyone. */
const useAddressesEveryone = () => useAccount()?.operations.includes('PUT /announcements/bulk-status') ?? false

/** Leads to the list in which the user finds what they have announced. */
function useToList() {
  const navigate = useNavigate()
  const everyone = useAddressesEveryone()
  return () => void navigate({ to: everyone ? '/admin/announcements' : '/teach/announcements' })
}

export function NewAnnouncementRoute() {
  return <NewAnnouncementPage everyone={useAddressesEveryone()} onDone={useToList()} />
}

const edited = getRouteApi('/_signed-in/announcements/$announcementId/edit')

export function EditAnnouncementRoute() {
  const { announcementId } = edited.useParams()
  return <EditAnnouncementPage id={announcementId} everyone={useAddressesEveryone()} onDone={useToList()} />
}

const taught = getRouteApi('/_signed-in/teach/_area/announcements')

export function TeachingAnnouncementsRoute() {
  const navigate = taught.useNavigate()
  return (
    <ManagePage
      filters={given(taught.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      canChangeMany={useAddressesEveryone()}
    />
  )
}

/** Figures about all announcements, in the administration. */
export const AnnouncementFiguresRoute = () => (
  <FiguresPage>
    <ButtonLink to="/admin/announcements" variant="default">
      <Trans>All announcements</Trans>
    </ButtonLink>
  </FiguresPage>
)

const administered = getRouteApi('/_signed-in/admin/announcements')

export function AdminAnnouncementsRoute() {
  const navigate = administered.useNavigate()
  return (
    <ManagePage
      filters={given(administered.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      canChangeMany={useAddressesEveryone()}
    >
      <ButtonLink to="/admin/announcements/figures" variant="default">
        <Trans>Reach</Trans>
      </ButtonLink>
    </ManagePage>
  )
}
