import { createFileRoute } from '@tanstack/react-router'

import { readNoteFilters } from '@/features/learning/note/filters'

import { MyNotesRoute } from '../../pages/my-notes'

export const Route = createFileRoute('/_signed-in/app/notes')({
  staticData: { openTo: 'users' },
  validateSearch: readNoteFilters,
  component: MyNotesRoute,
})
