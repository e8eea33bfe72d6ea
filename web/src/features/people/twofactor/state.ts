import { queryOptions } from '@tanstack/react-query'

import { api, one } from '@/api/client'

/** What the person has set up. */
export const stateQuery = () =>
  queryOptions({ queryKey: ['two-factor', 'state'], queryFn: () => one(api.GET('/auth/two-factor')) })
