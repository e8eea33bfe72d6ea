import { instant, toDay, toMinute } from './format'

/** When, to the minute, with the full time on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={instant(at)}>
      {toMinute(at)}
    </time>
  )
}

/** On which day, with the full time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={instant(at)}>
      {toDay(at)}
    </time>
  )
}
