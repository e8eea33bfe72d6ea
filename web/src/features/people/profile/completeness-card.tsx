import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

import { list, percent as percentage } from '@/shared/format'

import type { Profile } from './api'
import classes from './completeness-card.module.css'

const details: Record<string, MessageDescriptor> = {
  avatar: msg`a picture`,
  bio: msg`a few sentences about yourself`,
  email: msg`a confirmed email address`,
  headline: msg`a headline`,
  timeZone: msg`your time zone`,
  skills: msg`your skills`,
  education: msg`your education or work`,
  locale: msg`your language`,
  phone: msg`a phone number`,
  links: msg`a link`,
}

const around = 2 * Math.PI * 26

function detailOf(field: string) {
  const detail = details[field]
  return detail ? t(detail) : field
}

/** How complete the profile is, and what would add the most. */
export function CompletenessCard({ completeness: { percent, missing } }: { completeness: Profile['completeness'] }) {
  const most = list(missing.slice(0, 3).map(({ field, adds }) => `${detailOf(field)} (+${percentage(adds)})`))
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
          {percentage(percent)}
        </text>
      </svg>
      <div>
        <Text fw={600}>{percent === 100 ? t`Your profile is complete` : t`Complete your profile`}</Text>
        <Text size="sm" c="dimmed">
          {missing.length === 0 ? t`You have filled in everything.` : t`Still missing: ${most}.`}
        </Text>
      </div>
    </div>
  )
}
