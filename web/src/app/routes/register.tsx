import { createFileRoute } from '@tanstack/react-router'

import { RegisterRoute } from '../pages/entry'
import { entrySearch } from '../search'

export const Route = createFileRoute('/register')({ validateSearch: entrySearch, component: RegisterRoute })
