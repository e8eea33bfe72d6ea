import { count, span } from '@/shared/format'

import type { Profile } from './api'
import { Section } from './section'
import classes from './statistics-section.module.css'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** The user's statistics. */
export function StatisticsSection({ profile: { statistics: s, memberSince } }: { profile: Profile }) {
  const figures = [
    ['Courses', s.coursesEnrolled],
    ['Completed', s.coursesCompleted],
    ['Watched', span(s.secondsWatched)],
    ['Films begun', s.videosWatched],
    ...(s.coursesTaught > 0
      ? [
          ['Courses taught', s.coursesTaught],
          ['Students', s.studentsTaught],
        ]
      : []),
  ]
  return (
    <Section
      id="figures"
      title="So far"
      lead={`Here since ${day.format(new Date(memberSince))}, in ${count(s.coursesEnrolled, 'course')}.`}
    >
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
