import { createFileRoute } from '@tanstack/react-router'

import { SignedIn } from '../pages/signed-in'

export const Route = createFileRoute('/_signed-in')({ staticData: { openTo: 'users' }, component: SignedIn })
