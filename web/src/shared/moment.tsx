import { instant, toDay, toMinute } from './format'

/** An instant to the minute, with the full time on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={instant(at)}>
      {toMinute(at)}
    </time>
  )
}

/** The day of an instant, with the full time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={instant(at)}>
      {toDay(at)}
    </time>
  )
}
