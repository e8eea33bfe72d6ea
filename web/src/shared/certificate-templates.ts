import { queryOptions } from '@tanstack/react-query'

import { api, one } from '@/api/client'

import { certificateTemplateKeys } from './keys'

/** The templates of certificates by name, for who teaches; those that are archived last. */
export const certificateTemplatesQuery = () =>
  queryOptions({ queryKey: certificateTemplateKeys.list, queryFn: () => one(api.GET('/certificate-templates')) })
