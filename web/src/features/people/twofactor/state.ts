import { queryOptions } from '@tanstack/react-query'

import { api, one } from '@/api/client'

import { twoFactorKeys } from './keys'

/** The second factors that the user has set up. */
export const stateQuery = () =>
  queryOptions({ queryKey: twoFactorKeys.state(), queryFn: () => one(api.GET('/auth/two-factor')) })
