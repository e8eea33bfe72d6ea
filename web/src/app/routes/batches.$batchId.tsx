import { createFileRoute } from '@tanstack/react-router'

import { BatchRoute } from '../pages/batch'

export const Route = createFileRoute('/batches/$batchId')({
  staticData: { openTo: 'everyone' },
  component: BatchRoute,
})
