import { createFileRoute } from '@tanstack/react-router'

import { CurriculumRoute } from '../../pages/curriculum'
import { lessonSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/curriculum')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: lessonSearch,
  component: CurriculumRoute,
})
