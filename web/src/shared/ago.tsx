import { ago, instant } from './format'

/** How long ago, with the full time on hover. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={instant(at)}>
      {ago(at)}
    </time>
  )
}
