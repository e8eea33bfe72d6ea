import { createFileRoute } from '@tanstack/react-router'

import { RegisterRoute } from '../pages/sign-in'
import { signInSearch } from '../search'

export const Route = createFileRoute('/register')({
  staticData: { openTo: 'everyone' },
  validateSearch: signInSearch,
  component: RegisterRoute,
})
