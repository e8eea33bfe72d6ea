import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { type CourseStudent, courseAnalyticsQuery, studentsQuery } from '@/features/learning/analytics/api'
import { waitingQuery } from '@/features/learning/assignment/api'
import { courseCommentsQuery } from '@/features/learning/discussion/api'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Figure, Figures } from '@/shared/figures'
import { ago, decimal, percent } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { CourseSetup } from './course-setup'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/')

/** What a course still needs, its figures with links to their lists, and who was there lately. */
export function CourseOverviewRoute() {
  const { courseId } = route.useParams()
  const params = { courseId }
  const analytics = courseAnalyticsQuery(courseId)
  const learners = useQuery({ ...analytics, select: ({ students }) => students })
  const completed = useQuery({ ...analytics, select: (c) => completion(c.completed, c.students) })
  const atRisk = useQuery({ ...analytics, select: (c) => c.atRisk })
  const waiting = useQuery(waitingQuery(courseId))
  const unanswered = useInfiniteQuery({
    ...courseCommentsQuery(courseId, true),
    select: ({ pages }) => pages[0]?.pagination.total_items ?? 0,
  })
  return (
    <>
      <PageHead title={t`Overview`} />
      <CourseSetup courseId={courseId} />
      <Figures>
        <Figure to="/teach/courses/$courseId/learners" params={params} label={t`Learners`} query={learners} />
        <Figure
          to="/teach/courses/$courseId/learners"
          params={params}
          search={{ progress: 'completed' }}
          label={t`Completed`}
          query={completed}
        />
        <Figure
          to="/teach/courses/$courseId/submissions"
          params={params}
          search={{ status: 'to_grade' }}
          label={t`Submissions to grade`}
          query={waiting}
          urgent
        />
        <Figure
          to="/teach/courses/$courseId/comments"
          params={params}
          label={t`Unanswered comments`}
          query={unanswered}
          urgent
        />
        <Figure
          to="/teach/courses/$courseId/learners"
          params={params}
          search={{ atRisk: true }}
          label={t`Learners at risk`}
          query={atRisk}
          urgent
        />
      </Figures>
      <RecentActivity courseId={courseId} />
    </>
  )
}

/** How many learners have completed a course, with their share: `12 (40%)`. */
const completion = (completed: number, students: number) =>
  students === 0 ? completed : `${decimal(completed)} (${percent((100 * completed) / students)})`

const recent = 5

/** The learners who were active last. */
function RecentActivity({ courseId }: { courseId: string }) {
  const students = useInfiniteQuery(studentsQuery(courseId, { sort: '-lastAt' }))
  return (
    <Stack component="section" aria-labelledby="recent" gap="sm" mt="xl">
      <Title order={2} size="h3" id="recent">
        <Trans>Recent activity</Trans>
      </Title>
      <QueryView
        query={students}
        skeleton={<Skeleton height={240} radius="lg" />}
        isEmpty={({ items }) => items.every(({ lastAt }) => !lastAt)}
        empty={
          <Empty
            title={t`No activity yet`}
            action={
              <ButtonLink to="/teach/courses/$courseId/learners" params={{ courseId }} variant="default">
                <Trans>Go to learners</Trans>
              </ButtonLink>
            }
          >
            <Trans>What learners do in this course appears here.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <DataTable
            label={t`Recent activity`}
            columns={columnsFor(courseId)}
            rows={items.filter(({ lastAt }) => lastAt).slice(0, recent)}
            idOf={({ userId }) => userId}
          />
        )}
      </QueryView>
    </Stack>
  )
}

const columnsFor = (courseId: string): Column<CourseStudent>[] => [
  {
    id: 'name',
    label: t`Name`,
    place: 'lead',
    cell: ({ userId, fullName }) => (
      <TextLink to="/teach/courses/$courseId/learners/$userId" params={{ courseId, userId }}>
        {fullName}
      </TextLink>
    ),
  },
  { id: 'active', label: t`Last active`, cell: ({ lastAt }) => lastAt && ago(lastAt) },
  {
    id: 'progress',
    label: t`Progress`,
    cell: ({ progressPercentage: done }) => (typeof done === 'number' ? percent(done) : '–'),
  },
]
