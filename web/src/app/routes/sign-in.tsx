import { createFileRoute } from '@tanstack/react-router'

import { SignInRoute } from '../pages/entry'
import { entrySearch } from '../search'

export const Route = createFileRoute('/sign-in')({ validateSearch: entrySearch, component: SignInRoute })
