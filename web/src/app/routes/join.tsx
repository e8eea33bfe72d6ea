import { createFileRoute } from '@tanstack/react-router'

import { JoinRoute } from '../pages/email-links'

export const Route = createFileRoute('/join')({ staticData: { openTo: 'everyone' }, component: JoinRoute })
