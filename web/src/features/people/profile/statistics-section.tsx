import { t } from '@lingui/core/macro'
import { count, span } from '@/shared/format'

import type { Profile } from './api'
import { Section } from './section'
import classes from './statistics-section.module.css'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** The user's statistics. */
export function StatisticsSection({ profile: { statistics: s, memberSince } }: { profile: Profile }) {
  const figures = [
    [t`Courses`, s.coursesEnrolled],
    [t`Completed`, s.coursesCompleted],
    [t`Watched`, span(s.secondsWatched)],
    [t`Films begun`, s.videosWatched],
    ...(s.coursesTaught > 0
      ? [
          [t`Courses taught`, s.coursesTaught],
          [t`Students`, s.studentsTaught],
        ]
      : []),
  ]
  return (
    <Section
      id="figures"
      title={t`So far`}
      lead={t`Here since ${day.format(new Date(memberSince))}, in ${count(s.coursesEnrolled, 'course')}.`}
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
