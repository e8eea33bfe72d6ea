import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'

import type { Schema } from '@/api/client'
import { NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'

import { suggestionsQuery } from './api'

type Props = { search: string; onClear: () => void }

/** Shown when no course matches a search or filters; loaded then. */
export default function NoCourseMatches({ search, onClear }: Props) {
  const similar = useQuery(suggestionsQuery(search, true)).data ?? []
  return (
    <NoMatches title={t`No matching courses`} onClear={onClear}>
      {similar.length > 0 ? (
        <SimilarSearches suggestions={similar} />
      ) : (
        <Trans>Try fewer words or another category.</Trans>
      )}
    </NoMatches>
  )
}

/** Links to what is called similarly: courses, and searches for the rest. */
function SimilarSearches({ suggestions }: { suggestions: Schema<'Suggestion'>[] }) {
  return (
    <>
      <Trans>Try one of these, or fewer words:</Trans>{' '}
      {suggestions.map(({ kind, text, course_id: courseId }) => (
        <Fragment key={kind + text + courseId}>
          {courseId ? (
            <TextLink to="/courses/$courseId" params={{ courseId }} mx={4}>
              {text}
            </TextLink>
          ) : (
            <TextLink to="/courses" search={{ search: text }} mx={4}>
              {text}
            </TextLink>
          )}
        </Fragment>
      ))}
    </>
  )
}
