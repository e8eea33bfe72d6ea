import { createFileRoute } from '@tanstack/react-router'

import { MyLearningRoute } from '../../pages/my-learning'

export const Route = createFileRoute('/_signed-in/app')({ component: MyLearningRoute })
