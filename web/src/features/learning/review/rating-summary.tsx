import { plural, t } from '@lingui/core/macro'
import { Text, UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'

import { decimal } from '@/shared/format'
import { Stars, starScale } from '@/shared/stars'

import type { Rating } from './api'
import classes from './reviews.module.css'

type Props = {
  rating: Rating
  /** Of the reviews that are listed; 0 for all. */
  stars: number
  onStars: (stars: number) => void
}

/** The average, and how many reviews give each number of stars: pressing one lists these. */
export function RatingSummary({ rating: { average, count, distribution }, stars, onStars }: Props) {
  return (
    <div className={classes.summary}>
      <div>
        <div className={classes.mean} aria-hidden>
          {decimal(average, 1)}
        </div>
        <Stars value={average} />
        <Text size="sm" c="dimmed">
          {plural(count, { one: '# review', other: '# reviews' })}
        </Text>
      </div>
      <fieldset className={classes.bars} aria-label={t`Filter by stars`}>
        {starScale.map((n) => (
          <Bar
            key={n}
            stars={n}
            of={distribution[n - 1] ?? 0}
            all={count}
            isPressed={n === stars}
            onPress={() => onStars(n === stars ? 0 : n)}
          />
        ))}
      </fieldset>
    </div>
  )
}

type BarProps = { stars: number; of: number; all: number; isPressed: boolean; onPress: () => void }

function Bar({ stars, of, all, isPressed, onPress }: BarProps) {
  const share: CSSProperties & { '--share': string } = { '--share': `${(100 * of) / all}%` }
  const label = plural(stars, { one: '# star', other: '# stars' })
  return (
    <UnstyledButton
      className={classes.bar}
      aria-pressed={isPressed}
      aria-label={`${label}: ${plural(of, { one: '# review', other: '# reviews' })}`}
      disabled={of === 0}
      onClick={onPress}
    >
      <span>{label}</span>
      <span className={classes.track} style={share} />
      <span className={classes.count}>{decimal(of)}</span>
    </UnstyledButton>
  )
}
