import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { Empty, NoMatches } from '@/shared/empty'
import { QueryView } from '@/shared/query-view'

import { type LibraryPicture, picturesQuery } from './api'
import type { MediaFilters } from './filters'

type Props = {
  filters: MediaFilters
  onFilters: (filters: MediaFilters) => void
  skeleton: ReactNode
  children: (found: { items: LibraryPicture[]; pagination: Schema<'Pagination'> }) => ReactNode
}

/** The pictures of the library that a search finds, or why there are none. */
export function FoundPictures({ filters, onFilters, skeleton, children }: Props) {
  return (
    <QueryView
      query={useQuery(picturesQuery(filters))}
      skeleton={skeleton}
      isEmpty={({ items }) => items.length === 0}
      empty={
        filters.search ? (
          <NoMatches title={t`No pictures found`} onClear={() => onFilters({})}>
            <Trans>Try another word.</Trans>
          </NoMatches>
        ) : (
          <Empty title={t`No pictures yet`}>
            <Trans>Pictures that you upload stay here for other posts.</Trans>
          </Empty>
        )
      }
    >
      {children}
    </QueryView>
  )
}
