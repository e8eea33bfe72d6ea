import { t } from '@lingui/core/macro'

import { span, toDay } from '@/shared/format'

import type { Profile } from './api'
import { Section } from './section'
import classes from './statistics-section.module.css'

/** The user's statistics. */
export function StatisticsSection({ profile: { statistics: s, memberSince } }: { profile: Profile }) {
  const since = toDay(memberSince)
  const figures = [
    [t`Courses`, s.coursesEnrolled],
    [t`Completed`, s.coursesCompleted],
    [t`Watch time`, span(s.secondsWatched)],
    [t`Videos started`, s.videosWatched],
    ...(s.coursesTaught > 0
      ? [
          [t`Courses taught`, s.coursesTaught],
          [t`Learners`, s.studentsTaught],
        ]
      : []),
  ]
  return (
    <Section id="figures" title={t`Your learning so far`} lead={t`Member since ${since}`}>
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
