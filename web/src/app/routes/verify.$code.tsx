import { createFileRoute } from '@tanstack/react-router'

import { VerifyRoute } from '../pages/verify'

export const Route = createFileRoute('/verify/$code')({ staticData: { openTo: 'everyone' }, component: VerifyRoute })
