import { t } from '@lingui/core/macro'

import { datedShort } from '@/shared/format'

import type { Goal } from './api'
import classes from './goal.module.css'
import { reached } from './words'

/** The last weeks of a weekly goal: how much of the target there was in each. */
export function WeekStrip({ goal: { kind, weeks } }: { goal: Goal }) {
  return (
    <ol className={classes.weeks} aria-label={t`Last weeks`}>
      {weeks.map(({ startsOn, value, target }) => {
        const [day, done] = [datedShort(startsOn), reached(kind, value, target)]
        const said = t`Week of ${day}: ${done}`
        return (
          <li key={startsOn} className={classes.week} title={said}>
            <div className={classes.bar} data-reached={value >= target || undefined} role="img" aria-label={said}>
              <span style={{ height: `${Math.min(100, (value / target) * 100)}%` }} />
            </div>
            <span aria-hidden="true">{day}</span>
          </li>
        )
      })}
    </ol>
  )
}
