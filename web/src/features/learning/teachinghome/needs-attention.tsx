import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import { type TaughtCourse, waitingQuery } from './api'
import classes from './needs-attention.module.css'

/** What waits for an instructor, by course, with a link to each list. */
export function NeedsAttention() {
  const waiting = useQuery(waitingQuery())
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="h3" id="attention" mb="sm">
        <Trans>Needs attention</Trans>
      </Title>
      <QueryView
        query={waiting}
        skeleton={<Skeleton height={52} radius="lg" mb="xl" />}
        isEmpty={(courses) => courses.length === 0}
        empty={
          <Text c="dimmed" mb="xl">
            <Trans>Nothing to grade, answer or approve.</Trans>
          </Text>
        }
      >
        {(courses) => (
          <ul className={classes.list} aria-labelledby="attention">
            {courses.map((course) => (
              <Entry key={course.courseId} course={course} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

/** The server counts no further. */
const most = 100

function Entry({
  course: { courseId, title, toGrade, unansweredComments, enrollmentsToDecide },
}: {
  course: TaughtCourse
}) {
  const params = { courseId }
  return (
    <li className={classes.entry}>
      <span className={classes.course}>{title}</span>
      {toGrade > 0 && (
        <TextLink to="/teach/courses/$courseId/submissions" params={params} search={{ status: 'to_grade' }}>
          {toGrade >= most
            ? t`${most}+ submissions to grade`
            : plural(toGrade, { one: '# submission to grade', other: '# submissions to grade' })}
        </TextLink>
      )}
      {unansweredComments > 0 && (
        <TextLink to="/teach/courses/$courseId/comments" params={params}>
          {unansweredComments >= most
            ? t`${most}+ unanswered comments`
            : plural(unansweredComments, { one: '# unanswered comment', other: '# unanswered comments' })}
        </TextLink>
      )}
      {enrollmentsToDecide > 0 && (
        <TextLink to="/teach/courses/$courseId/learners" params={params} search={{ enrollment: 'waitlisted' }}>
          {enrollmentsToDecide >= most
            ? t`${most}+ learners to approve`
            : plural(enrollmentsToDecide, { one: '# learner to approve', other: '# learners to approve' })}
        </TextLink>
      )}
    </li>
  )
}
