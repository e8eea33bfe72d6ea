import { createFileRoute } from '@tanstack/react-router'

import { NewBatchRoute } from '../../pages/new-batch'

export const Route = createFileRoute('/_signed-in/teach/batches/new')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: NewBatchRoute,
})
