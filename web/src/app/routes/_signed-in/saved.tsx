import { createFileRoute } from '@tanstack/react-router'

import { SavedPage } from '@/features/learning/course/saved-page'

export const Route = createFileRoute('/_signed-in/saved')({ component: SavedPage })
