import { getRouteApi } from '@tanstack/react-router'

import { MyNotesPage } from '@/features/learning/note/my-notes-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/app/notes')

/** The user's notes in all courses. */
export function MyNotesRoute() {
  const navigate = route.useNavigate()
  return (
    <MyNotesPage
      filters={given(route.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
