import { createFileRoute } from '@tanstack/react-router'

import { MyLearningPage } from '@/features/course/my-learning-page'

export const Route = createFileRoute('/_signed-in/app')({ component: MyLearningPage })
