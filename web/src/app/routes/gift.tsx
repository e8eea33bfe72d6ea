import { createFileRoute } from '@tanstack/react-router'

import { GiftRoute } from '../pages/gift'

export const Route = createFileRoute('/gift')({
  staticData: { openTo: 'everyone' },
  component: GiftRoute,
})
