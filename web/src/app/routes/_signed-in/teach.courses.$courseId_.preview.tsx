import { createFileRoute } from '@tanstack/react-router'

import { CurriculumPreviewRoute } from '../../pages/curriculum-preview'
import { lessonSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId_/preview')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: lessonSearch,
  component: CurriculumPreviewRoute,
})
