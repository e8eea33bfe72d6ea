import { createFileRoute } from '@tanstack/react-router'

import { CourseVideosRoute } from '../../pages/videos'
import { videosSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/videos')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: videosSearch,
  component: CourseVideosRoute,
})
