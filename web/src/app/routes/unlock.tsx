import { createFileRoute } from '@tanstack/react-router'

import { UnlockRoute } from '../pages/email-links'

export const Route = createFileRoute('/unlock')({ staticData: { openTo: 'everyone' }, component: UnlockRoute })
