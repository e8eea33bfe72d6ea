import { createFileRoute } from '@tanstack/react-router'

import { SetupRoute } from '../pages/sign-in'

export const Route = createFileRoute('/setup')({ staticData: { openTo: 'everyone' }, component: SetupRoute })
