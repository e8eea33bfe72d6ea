import { createFileRoute } from '@tanstack/react-router'

import { VideosRoute } from '../../pages/videos'
import { videosSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/_area/videos')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: videosSearch,
  component: VideosRoute,
})
