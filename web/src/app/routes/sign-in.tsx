import { createFileRoute } from '@tanstack/react-router'

import { SignInRoute } from '../pages/sign-in'
import { signInSearch } from '../search'

export const Route = createFileRoute('/sign-in')({
  staticData: { openTo: 'everyone' },
  validateSearch: signInSearch,
  component: SignInRoute,
})
