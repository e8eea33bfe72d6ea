import { plural, t } from '@lingui/core/macro'
import { type CSSProperties, useId } from 'react'

import { decimal } from './format'
import classes from './stars.module.css'

/** The scale of ratings, best first. */
export const starScale = [5, 4, 3, 2, 1] as const
export const mostStars = starScale[0]

const shareOf = (value: number): CSSProperties & { '--share': string } => ({
  '--share': `${(100 * value) / mostStars}%`,
})

const written = (value: number) => decimal(value, Number.isInteger(value) ? 0 : 1)

/** A rating from 0 to 5, drawn exactly; screen readers hear it to one decimal. */
export function Stars({ value }: { value: number }) {
  const mean = written(value)
  return <span className={classes.stars} style={shareOf(value)} role="img" aria-label={t`${mean} out of 5 stars`} />
}

type RatingProps = {
  average: number
  /** Of how many reviews; with none, nothing is shown. */
  count: number
}

/** The mean of reviews in one line: `4.3 ★★★★☆ (12)`. */
export function Rating({ average, count }: RatingProps) {
  if (count === 0) return null
  const mean = decimal(average, 1)
  const label = plural(count, {
    one: `${mean} out of 5 stars, # review`,
    other: `${mean} out of 5 stars, # reviews`,
  })
  return (
    <span className={classes.rating} role="img" aria-label={label}>
      <b>{mean}</b>
      <span className={classes.stars} style={shareOf(average)} />
      <span>({decimal(count)})</span>
    </span>
  )
}

type FieldProps = {
  label: string
  /** 0 as long as nothing is chosen. */
  value: number
  onChange: (stars: number) => void
  error?: string | undefined
}

/** Chooses 1 to 5 stars: a radio group, by mouse, finger and arrow keys. */
export function StarsField({ label, value, onChange, error }: FieldProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}-error`}
    >
      <div id={`${id}-label`} className={classes.label}>
        {label}
      </div>
      <div className={classes.choice}>
        {starScale.toReversed().map((stars) => (
          <label key={stars}>
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              aria-label={plural(stars, { one: '# star', other: '# stars' })}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <span className={classes.star} data-on={stars <= value || undefined} />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
