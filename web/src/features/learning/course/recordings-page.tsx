import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageTitle } from '@/shared/page-title'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { recordingsQuery } from './typed-api'

/** The recordings of the user's live courses, newest first, below those of sessions. */
export function RecordingsPage({ sessions }: { sessions: ReactNode }) {
  const recordings = useInfiniteQuery(recordingsQuery())
  return (
    <Container size={1320} pt="lg">
      <PageTitle title={t`Recordings`} mb="lg" />
      <Stack gap="xl">
        {sessions}
        <section>
          <Title order={2} size="h3" mb="sm">
            <Trans>Weeks of your live courses</Trans>
          </Title>
          <QueryView
            query={recordings}
            skeleton={<Rows height={48} />}
            isEmpty={(all) => all.length === 0}
            empty={<Text c="dimmed">{t`No recordings yet. What your instructors add to a week appears here.`}</Text>}
          >
            {(all) => (
              <>
                <DataTable
                  label={t`Weeks of your live courses`}
                  columns={columnsOf()}
                  rows={all}
                  idOf={({ id }) => id}
                />
                <MoreButton query={recordings} />
              </>
            )}
          </QueryView>
        </section>
      </Stack>
    </Container>
  )
}

const columnsOf = (): Column<Schema<'RecordedVideo'>>[] => [
  {
    id: 'title',
    label: t`Recording`,
    place: 'lead',
    cell: ({ title, course_id: courseId, video_id: videoId }) => (
      <TextLink to="/learn/$courseId/$videoId" params={{ courseId, videoId }}>
        {title}
      </TextLink>
    ),
  },
  {
    id: 'course',
    label: t`Course`,
    cell: ({ course_title, course_id: courseId }) => (
      <TextLink to="/courses/$courseId" params={{ courseId }}>
        {course_title}
      </TextLink>
    ),
  },
  {
    id: 'at',
    label: t`Added`,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]
