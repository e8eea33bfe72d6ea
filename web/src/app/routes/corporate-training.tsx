import { createFileRoute } from '@tanstack/react-router'

import { TrainingRoute } from '../pages/contact'

export const Route = createFileRoute('/corporate-training')({
  staticData: { openTo: 'everyone' },
  component: TrainingRoute,
})
