import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { clock } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'

import { foundNotesQuery } from './api'

/** Searches the reader's notes in all lessons of a course. */
export function FoundNotes({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery(foundNotesQuery(courseId, search))
  const placeOf = (id: string, title: string) => {
    if (title === '') return t`In a lesson that is no longer published`
    if (id === lessonId) return t`In this lesson`
    return (
      <TextLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: id }}>
        {title}
      </TextLink>
    )
  }
  return (
    <Stack gap="xs" mb="md" role="search">
      <SearchField label={t`Search my notes in this course`} value={search} onSearch={setSearch} />
      {search !== '' && (
        <>
          <QueryView
            query={query}
            skeleton={<Skeleton height={60} radius="md" />}
            isEmpty={(notes) => notes.length === 0}
            empty={
              <Text c="dimmed">
                <Trans>No matching notes.</Trans>
              </Text>
            }
          >
            {(notes) => (
              <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Notes found`}>
                {notes.map(({ id, body, timestamp, lessonId: where, lessonTitle }) => (
                  <li key={id}>
                    <Text style={{ whiteSpace: 'pre-line' }} lineClamp={4}>
                      {body}
                    </Text>
                    <Text size="sm" c="dimmed">
                      <Whereabouts
                        place={placeOf(where, lessonTitle)}
                        time={timestamp === null ? undefined : clock(timestamp)}
                      />
                    </Text>
                  </li>
                ))}
              </Stack>
            )}
          </QueryView>
          <MoreButton query={query} />
        </>
      )}
    </Stack>
  )
}

/** The lesson of a note, and the moment in its video. */
const Whereabouts = ({ place, time }: { place: ReactNode; time: string | undefined }) =>
  time === undefined ? (
    place
  ) : (
    <Trans>
      {place}, at {time}
    </Trans>
  )
