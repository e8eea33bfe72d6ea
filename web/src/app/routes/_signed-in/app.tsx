import { createFileRoute } from '@tanstack/react-router'

import { LearningLayout } from '../../pages/learning-layout'

export const Route = createFileRoute('/_signed-in/app')({ staticData: { openTo: 'users' }, component: LearningLayout })
