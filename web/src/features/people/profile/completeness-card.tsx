import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

import type { Profile } from './api'
import classes from './completeness-card.module.css'

const words: Record<string, string> = {
  avatar: 'a picture',
  bio: 'a few sentences about yourself',
  email: 'a confirmed email address',
  headline: 'a headline',
  timeZone: 'your time zone',
  skills: 'your skills',
  education: 'school or work',
  locale: 'your language',
  phone: 'a telephone number',
  links: 'a link',
}

const around = 2 * Math.PI * 26

/** How complete the profile is, and what would add the most. */
export function CompletenessCard({ completeness: { percent, missing } }: { completeness: Profile['completeness'] }) {
  return (
    <div className={classes.card}>
      <svg viewBox="0 0 64 64" width="64" height="64" role="img" aria-label={t`Your profile is ${percent}% complete`}>
        <circle className={classes.track} cx="32" cy="32" r="26" />
        <circle
          className={classes.done}
          cx="32"
          cy="32"
          r="26"
          strokeDasharray={`${(around * percent) / 100} ${around}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="37" textAnchor="middle" className={classes.figure}>
          {percent}%
        </text>
      </svg>
      <div>
        <Text fw={600}>
          {percent === 100 ? t`Your profile is complete` : t`People like to know whom they learn with`}
        </Text>
        <Text size="sm" c="dimmed">
          {missing.length === 0
            ? t`Nothing is missing.`
            : t`Still missing: ${missing
                .slice(0, 3)
                .map(({ field, adds }) => `${words[field] ?? field} (+${adds}%)`)
                .join(', ')}.`}
        </Text>
      </div>
    </div>
  )
}
